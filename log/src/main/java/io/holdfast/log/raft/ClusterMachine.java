package io.holdfast.log.raft;

import io.holdfast.core.value.Origin;
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
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
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
            if (!(request.getMessage() instanceof Entry bundle)) {
                throw new IOException("entries can be written only by the leader itself");
            }
            Entry stamped = log.lead().stamped(bundle);
            return transaction
                    .setLogData(stamped.bytes())
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

    /**
     * Answers another member that requests a read point, seeks contact or forwards a batch; called
     * on the receiving thread. Unreadable bytes must not be appended to the log, because no replica
     * could read them.
     */
    @Override
    public CompletableFuture<Message> query(Message request) {
        ByteString content = request.getContent();
        if (content.isEmpty()) {
            return log.lead()
                    .confirmed()
                    .thenApply(point -> Message.valueOf(ReadPoints.bytes(point)));
        }
        Contacts contacts = log.lead().contacts();
        if (ContactMessage.is(content)) {
            ContactMessage asked = ContactMessage.read(content);
            long term = contacts.heard(asked.node(), asked.incarnation());
            return CompletableFuture.completedFuture(ContactMessage.answer(term));
        }
        try {
            Entry entry = Entry.read(content, codec);
            Origin sender = entry.sender();
            long term = sender == null
                    ? Contacts.NOT_COUNTED
                    : contacts.heard(sender.member(), sender.incarnation());
            if (sender != null
                    && term == Contacts.NOT_COUNTED
                    && contacts.waits(sender.member(), sender.incarnation())) {
                throw new IllegalStateException(
                        "the earlier process of " + sender.member() + " is not declared lost yet");
            }
            return log.lead().bring(entry).thenApply(nothing -> ContactMessage.answer(term));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
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
        log.lead().end();
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
