package io.holdfast.log.ratis;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;
import org.apache.ratis.server.protocol.TermIndex;
import org.jspecify.annotations.Nullable;

/**
 * The appenders of a leader, and the proof that it still leads: a majority must answer a message
 * that was sent after the question arrived. (Ratis's own linearizable reads accept an earlier
 * answer if nothing was committed since, which a leader that was replaced meanwhile also has.)
 */
public final class Appenders {

    private final List<LogAppender> running = new CopyOnWriteArrayList<>();
    private final List<Question> open = new CopyOnWriteArrayList<>();
    private final BooleanSupplier moreWaits;
    private @Nullable LeaderState leading;
    private @Nullable PeerProxies proxies;

    /** @param moreWaits whether batches wait to follow the entry in flight at once */
    public Appenders(BooleanSupplier moreWaits) {
        this.moreWaits = moreWaits;
    }

    /** One question to all followers whether they still follow. */
    private static final class Question {
        final long term;
        final CompletableFuture<Void> answer = new CompletableFuture<>();
        final Map<RaftPeerId, Long> firstCalls = new ConcurrentHashMap<>();
        final Set<RaftPeerId> following = ConcurrentHashMap.newKeySet();

        Question(long term) {
            this.term = term;
        }
    }

    /** Sets the connections of the appenders, before Ratis creates any appender. */
    public synchronized void sendBy(PeerProxies connections) {
        proxies = connections;
    }

    /** Creates a follower's appender when this member starts to lead or the group grows. */
    synchronized LogAppender add(
            RaftServer.Division server, LeaderState state, FollowerInfo follower) {
        if (state != leading) {
            leading = state;
            running.clear();
        }
        PeerProxies connections = proxies;
        if (connections != null) {
            // A follower that returns may have another address.
            connections.point(List.of(follower.getPeer()));
        }
        running.removeIf(old -> old.getFollowerId().equals(follower.getId()));
        PromptAppender appender =
                new PromptAppender(server, new ReplyListener(state, server), follower, moreWaits);
        running.add(appender);
        return appender;
    }

    /**
     * Completes when a majority still followed after this call; fails if this member does not lead.
     * Never completes without a majority.
     */
    public CompletableFuture<Void> confirm(RaftServer.Division server) {
        Question question = new Question(server.getInfo().getCurrentTerm());
        for (LogAppender appender : running) {
            // Read before sending: every later message has this number or a higher one.
            question.firstCalls.put(appender.getFollowerId(), appender.getCallId());
        }
        open.add(question);
        settle(question, server);
        if (!question.answer.isDone()) {
            running.forEach(LogAppender::triggerHeartbeat);
        }
        return question.answer;
    }

    /** Counts a follower's reply. A follower with a later term would not report success. */
    private void replied(
            LogAppender appender, AppendEntriesReplyProto reply, RaftServer.Division server) {
        if (open.isEmpty() || !reply.getServerReply().getSuccess()) {
            return;
        }
        long call = reply.getServerReply().getCallId();
        for (Question question : open) {
            Long first = question.firstCalls.get(appender.getFollowerId());
            if (first != null && call >= first) {
                question.following.add(appender.getFollowerId());
                settle(question, server);
            }
        }
    }

    private void settle(Question question, RaftServer.Division server) {
        if (!server.getInfo().isLeader() || server.getInfo().getCurrentTerm() != question.term) {
            open.remove(question);
            question.answer.completeExceptionally(new IllegalStateException("no longer leads"));
        } else if (majority(question.following, server)) {
            open.remove(question);
            question.answer.complete(null);
        }
    }

    /** Fails all open questions, because this member no longer leads. */
    public void stop() {
        for (Question question : open) {
            question.answer.completeExceptionally(new IllegalStateException("no longer leads"));
        }
        open.clear();
    }

    private static boolean majority(Set<RaftPeerId> following, RaftServer.Division server) {
        RaftConfiguration group = server.getRaftConf();
        Set<RaftPeerId> all = new HashSet<>(following);
        all.add(server.getId());
        return majority(all, group.getCurrentPeers())
                && (group.getPreviousPeers().isEmpty() || majority(all, group.getPreviousPeers()));
    }

    private static boolean majority(Set<RaftPeerId> some, Collection<RaftPeer> all) {
        long count = all.stream().filter(peer -> some.contains(peer.getId())).count();
        return count * 2 > all.size();
    }

    /**
     * Returns up to which committed entry a follower has the log for certain. Its reply may name
     * the leader's commit index while its own log has not stored that entry yet. The members
     * remember this index, and refuse a directory that ends before it as an old copy.
     */
    static long storedOf(FollowerInfo follower, long commitIndex) {
        return Math.min(
                commitIndex, Math.max(follower.getMatchIndex(), follower.getSnapshotIndex()));
    }

    /** Intercepts the followers' replies; delegates everything else to Ratis. */
    final class ReplyListener implements LeaderState {

        private final LeaderState state;
        private final RaftServer.Division server;

        ReplyListener(LeaderState state, RaftServer.Division server) {
            this.state = state;
            this.server = server;
        }

        @Override
        public void restart(LogAppender appender) {
            state.restart(appender);
        }

        @Override
        public AppendEntriesRequestProto newAppendEntriesRequestProto(
                FollowerInfo follower,
                List<LogEntryProto> entries,
                @Nullable TermIndex previous,
                long callId) {
            return state.newAppendEntriesRequestProto(follower, entries, previous, callId);
        }

        @Override
        public void checkHealth(FollowerInfo follower) {
            state.checkHealth(follower);
        }

        @Override
        public boolean onFollowerTerm(FollowerInfo follower, long followerTerm) {
            return state.onFollowerTerm(follower, followerTerm);
        }

        @Override
        public void onFollowerCommitIndex(FollowerInfo follower, long commitIndex) {
            state.onFollowerCommitIndex(follower, storedOf(follower, commitIndex));
        }

        @Override
        public void onFollowerSuccessAppendEntries(FollowerInfo follower) {
            state.onFollowerSuccessAppendEntries(follower);
        }

        @Override
        public boolean isFollowerBootstrapping(FollowerInfo follower) {
            return state.isFollowerBootstrapping(follower);
        }

        @Override
        public void onAppendEntriesReply(LogAppender appender, AppendEntriesReplyProto reply) {
            state.onAppendEntriesReply(appender, reply);
            replied(appender, reply, server);
        }
    }
}
