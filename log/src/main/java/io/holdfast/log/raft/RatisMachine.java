package io.holdfast.log.raft;

import io.holdfast.log.Term;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What Ratis takes for the state machine: it hands entries on to the log and keeps nothing itself.
 * Ratis calls it on its updater thread, except where a method says otherwise.
 */
abstract class RatisMachine extends BaseStateMachine {

    final BatchBytes codec;
    final Snapshots snapshots;
    private final RatisLog log;

    RatisMachine(RatisLog log, Snapshots snapshots) {
        this.log = log;
        this.codec = log.codec;
        this.snapshots = snapshots;
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage storage)
            throws IOException {
        super.initialize(server, group, storage);
        snapshots.ratis().init(storage);
        goOnFromSnapshot();
    }

    /** What the newest snapshot holds is not applied once more. */
    final void goOnFromSnapshot() {
        TermIndex restored = snapshots.restored();
        if (restored != null) {
            setLastAppliedTermIndex(restored);
        }
    }

    @Override
    public final StateMachineStorage getStateMachineStorage() {
        return snapshots.ratis();
    }

    @Override
    public final CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        ByteString bytes = entry.getStateMachineLogEntry().getLogData();
        Entry proposed = transaction.getStateMachineContext() instanceof Entry own ? own : null;
        Entry kept = proposed != null ? proposed : read(bytes);
        Term term = new Term(entry.getTerm(), proposed != null);
        log.committed(entry.getIndex(), term, kept.batches(), bytes.size());
        updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    /** An entry that cannot be read ends the log: what follows it must not be applied. */
    private Entry read(ByteString bytes) {
        try {
            return Entry.read(bytes, codec);
        } catch (RuntimeException e) {
            log.fail(e);
            throw e;
        }
    }

    /** The work is done elsewhere: Ratis only learns which snapshot was completed last. */
    @Override
    public final long takeSnapshot() {
        return snapshots.latestIndex();
    }

    /** Called on the thread that writes the log. */
    @Override
    public final void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        log.fail(cause);
    }

    @Override
    public final void notifyServerShutdown(RoleInfoProto role, boolean allServer) {
        log.stopped();
    }
}
