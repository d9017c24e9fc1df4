package io.holdfast.log.ratis;

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
 * Sends the log to one follower, and the commit index at once. Ratis itself sends the commit index
 * with the next entries or heartbeat, for which the follower's clients would have to wait.
 */
final class PromptAppender extends GrpcLogAppender {

    /** The last commit index sent to the follower; owned by the appender's thread. */
    private long sentCommit = -1;

    private final BooleanSupplier moreWaits;

    /** @param moreWaits whether further entries follow that carry the commit index anyway */
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
            request = commitMessage(callId);
        }
        // Without a previous entry to compare, the follower ignores the commit index.
        if (request != null && (request.hasPreviousLog() || request.getEntriesCount() > 0)) {
            long known = request.getPreviousLog().getIndex() + request.getEntriesCount();
            sentCommit = Math.max(sentCommit, Math.min(request.getLeaderCommit(), known));
        }
        return request;
    }

    /**
     * Returns where to continue after a follower replied that its log ends earlier. Ratis 3.3.0
     * does not go back behind the acknowledged entries while it has only heartbeats to send, and
     * the follower then gets nothing until the next write (RATIS-2523).
     */
    @Override
    protected long getNextIndexForInconsistency(long requestFirstIndex, long replyNextIndex) {
        return nextIndexAfter(requestFirstIndex, replyNextIndex);
    }

    /** Goes one entry further back if the follower requests what it has just rejected. */
    static long nextIndexAfter(long rejectedFirstIndex, long askedIndex) {
        return askedIndex == rejectedFirstIndex && askedIndex > 0 ? askedIndex - 1 : askedIndex;
    }

    /** Returns a heartbeat that names the last entry which the follower certainly has. */
    private @Nullable AppendEntriesRequestProto commitMessage(long callId) {
        long matching = getFollower().getMatchIndex();
        long committed = Math.min(getRaftLog().getLastCommittedIndex(), matching);
        TermIndex last = committed > sentCommit ? getRaftLog().getTermIndex(matching) : null;
        return last == null
                ? null
                : getLeaderState()
                        .newAppendEntriesRequestProto(getFollower(), List.of(), last, callId);
    }
}
