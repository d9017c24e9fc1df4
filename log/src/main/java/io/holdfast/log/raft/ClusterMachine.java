package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * What Ratis takes for the state machine of a cluster's node: it gives batches their time where the
 * node leads, hands entries on, and keeps nothing itself. Ratis calls it on its updater thread,
 * except where a method says otherwise.
 */
final class ClusterMachine extends BaseStateMachine {

    private final ClusterLog log;
    private final BatchBytes codec;
    private final Snapshots snapshots;

    ClusterMachine(ClusterLog log, BatchBytes codec, Snapshots snapshots) {
        this.log = log;
        this.codec = codec;
        this.snapshots = snapshots;
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage storage)
            throws IOException {
        super.initialize(server, group, storage);
        snapshots.ratis().init(storage);
        TermIndex restored = snapshots.restored();
        if (restored != null) {
            setLastAppliedTermIndex(restored);
        }
        getLifeCycle().transition(LifeCycle.State.STARTING);
        getLifeCycle().transition(LifeCycle.State.RUNNING);
    }

    @Override
    public StateMachineStorage getStateMachineStorage() {
        return snapshots.ratis();
    }

    /** Called on the thread that brings a batch to the leader. */
    @Override
    public TransactionContext startTransaction(RaftClientRequest request) {
        TransactionContext.Builder transaction =
                TransactionContext.newBuilder().setStateMachine(this).setClientRequest(request);
        try {
            Entry stamped = log.stamped(entry(request.getMessage()));
            return transaction
                    .setLogData(stamped.bytes())
                    .setStateMachineContext(stamped)
                    .build();
        } catch (IOException | RuntimeException e) {
            // What cannot be read must not come into the log, where no replica could read it.
            TransactionContext refused = transaction.build();
            refused.setException(e instanceof Exception known ? known : new IOException(e));
            return refused;
        }
    }

    /** A batch of this node comes as it is; one that came over the network is read here, once. */
    private Entry entry(Message message) {
        if (message instanceof Entry own) {
            return own;
        }
        ByteString bytes = message.getContent();
        return new Entry(Entry.batch(bytes, codec), bytes);
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        ByteString bytes = entry.getStateMachineLogEntry().getLogData();
        Batch batch = transaction.getStateMachineContext() instanceof Entry stamped
                ? stamped.batch()
                : Entry.batch(bytes, codec);
        log.committed(entry.getIndex(), batch, bytes.size());
        updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    /** An entry of Ratis's own was applied. */
    @Override
    public void notifyTermIndexUpdated(long term, long index) {
        super.notifyTermIndexUpdated(term, index);
        log.passed(index);
    }

    /** Where a read stands; called on the thread that brings the question. */
    @Override
    public CompletableFuture<Message> query(Message request) {
        return log.confirmed().thenApply(point -> Message.valueOf(ReadPoints.bytes(point)));
    }

    /** The work is done elsewhere: Ratis only learns which snapshot was completed last. */
    @Override
    public long takeSnapshot() {
        return snapshots.latestIndex();
    }

    /** A leader's snapshot is about to replace the state; called by the thread that receives it. */
    @Override
    public void pause() {
        getLifeCycle().transition(LifeCycle.State.PAUSING);
        getLifeCycle().transition(LifeCycle.State.PAUSED);
    }

    @Override
    public void reinitialize() throws IOException {
        snapshots.installed();
        log.installed(snapshots);
        TermIndex restored = snapshots.restored();
        if (restored != null) {
            setLastAppliedTermIndex(restored);
        }
        getLifeCycle().transition(LifeCycle.State.STARTING);
        getLifeCycle().transition(LifeCycle.State.RUNNING);
    }

    @Override
    public void notifyLeaderReady() {
        log.ready();
    }

    /** Called on a thread of Ratis's that holds its locks. */
    @Override
    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
        log.leaderChanged();
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        log.leadsNoMore();
    }

    @Override
    public void notifyGroupRemove() {
        log.removed();
    }

    /** Called on the thread that writes the log. */
    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        log.fail(cause);
    }

    /**
     * Ratis closes the group by itself, and says nothing else, when the thread that writes the log
     * dies of anything but a failed write: a new file that cannot be begun, for one.
     */
    @Override
    public void close() throws IOException {
        log.closed();
        super.close();
    }

    @Override
    public void notifyServerShutdown(RoleInfoProto role, boolean allServer) {
        log.stopped();
    }
}
