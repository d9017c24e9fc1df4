package io.holdfast.log.raft;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.ratis.grpc.server.GrpcLogAppender;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the log to one follower, and tells it at once how far the log is committed. Ratis by itself
 * says so with the next entries or the next heartbeat, for which the follower's clients would wait.
 */
final class PromptAppender extends GrpcLogAppender {

    /** How far the follower was told that the log is committed; the appender's thread owns it. */
    private long told = -1;

    private final BooleanSupplier moreWaits;

    /** @param moreWaits whether entries follow that will tell it anyway */
    PromptAppender(
            RaftServer.Division server,
            LeaderState state,
            FollowerInfo follower,
            BooleanSupplier moreWaits) {
        super(server, state, follower);
        this.moreWaits = moreWaits;
    }

    @Override
    public @Nullable AppendEntriesRequestProto newAppendEntriesRequest(
            long callId, boolean heartbeat) throws RaftLogIOException {
        AppendEntriesRequestProto request = super.newAppendEntriesRequest(callId, heartbeat);
        if (request == null && !moreWaits.getAsBoolean()) {
            request = news(callId);
        }
        // Without an entry to compare with, the follower believes no commit index.
        if (request != null && (request.hasPreviousLog() || request.getEntriesCount() > 0)) {
            long known = request.getPreviousLog().getIndex() + request.getEntriesCount();
            told = Math.max(told, Math.min(request.getLeaderCommit(), known));
        }
        return request;
    }

    /** A heartbeat that names the last entry which the follower certainly has. */
    private @Nullable AppendEntriesRequestProto news(long callId) {
        long matching = getFollower().getMatchIndex();
        long committed = Math.min(getRaftLog().getLastCommittedIndex(), matching);
        TermIndex last = committed > told ? getRaftLog().getTermIndex(matching) : null;
        return last == null
                ? null
                : getLeaderState()
                        .newAppendEntriesRequestProto(getFollower(), List.of(), last, callId);
    }
}
