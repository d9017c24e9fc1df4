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
 * The state machine that Ratis sees: it passes entries to the log and keeps no state. Ratis calls
 * it on its updater thread, unless a method says otherwise.
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

    /** Continues after the newest snapshot, so that its entries are not applied again. */
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

    /** Decodes an entry; an unreadable one ends the log, because later ones must not be applied. */
    private Entry read(ByteString bytes) {
        try {
            return Entry.read(bytes, codec);
        } catch (RuntimeException e) {
            log.fail(e);
            throw e;
        }
    }

    /** Returns the last completed snapshot, which was written elsewhere. */
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
