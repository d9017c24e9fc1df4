package io.holdfast.log.raft;

import io.holdfast.log.ratis.SnapshotLoading;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.util.LifeCycle;

/** The state machine of a cluster member, which stamps batches if its member leads. */
final class ClusterMachine extends RatisMachine {

    private final ClusterLog log;

    ClusterMachine(ClusterLog log, Snapshots snapshots) {
        super(log, snapshots);
        this.log = log;
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage storage)
            throws IOException {
        super.initialize(server, group, storage);
        runs();
    }

    private void runs() {
        getLifeCycle().transition(LifeCycle.State.STARTING);
        getLifeCycle().transition(LifeCycle.State.RUNNING);
    }

    /** Called on the thread that appends batches to the log. */
    @Override
    public TransactionContext startTransaction(RaftClientRequest request) {
        TransactionContext.Builder transaction =
                TransactionContext.newBuilder().setStateMachine(this).setClientRequest(request);
        try {
            Message stamped = log.protocol().stamped(request.getMessage());
            return transaction
                    .setLogData(stamped.getContent())
                    .setStateMachineContext(stamped)
                    .build();
        } catch (IOException | RuntimeException e) {
            TransactionContext refused = transaction.build();
            refused.setException(e instanceof Exception known ? known : new IOException(e));
            return refused;
        }
    }

    /** Reports that an entry of Ratis itself was applied. */
    @Override
    public void notifyTermIndexUpdated(long term, long index) {
        super.notifyTermIndexUpdated(term, index);
        log.passed(index);
    }

    /** Answers another member; called on the receiving thread. */
    @Override
    public CompletableFuture<Message> query(Message request) {
        return log.protocol().answer(request, codec);
    }

    /** Prepares for a leader's snapshot of the state; called on the receiving thread. */
    @Override
    public void pause() {
        checkReady();
        if (getLifeCycleState() != LifeCycle.State.PAUSED) {
            getLifeCycle().transition(LifeCycle.State.PAUSING);
            getLifeCycle().transition(LifeCycle.State.PAUSED);
        }
    }

    /** Rejects a snapshot if Ratis cannot load it now; the leader then sends its newest again. */
    private void checkReady() {
        try {
            SnapshotLoading.check(getServer().join().getDivision(getGroupId()));
        } catch (IOException e) {
            throw new IllegalStateException("this member is still starting", e);
        }
    }

    @Override
    public void reinitialize() throws IOException {
        snapshots.installed();
        log.installed(snapshots);
        goOnFromSnapshot();
        runs();
    }

    @Override
    public void notifyLeaderReady() {
        log.ready();
    }

    /** Called on a Ratis thread that holds Ratis locks. */
    @Override
    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
        log.leaderChanged(leader);
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        log.leadsNoMore();
    }

    @Override
    public void notifyGroupRemove() {
        log.removed();
    }

    /**
     * Ratis closes the group itself, without another notification, when its log writer thread dies
     * of anything but a failed write, for example when a new segment cannot be created.
     */
    @Override
    public void close() throws IOException {
        log.closed();
        super.close();
    }
}
