package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
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
 * What Ratis takes for the state machine: it hands entries on and keeps nothing itself. Ratis calls
 * it on its updater thread, except where a method says otherwise.
 */
final class RaftMachine extends BaseStateMachine {

    private static final long POLL_NANOS = 2_000_000;
    private static final long TOLD_NANOS = 20_000_000;
    private static final CompletableFuture<Void> NOTHING_TO_FLUSH =
            CompletableFuture.completedFuture(null);

    private final RaftLog log;
    private final BatchBytes codec;
    private final Snapshots snapshots;

    private volatile @Nullable Thread writer;
    private org.apache.ratis.server.raftlog.@Nullable RaftLog files;

    RaftMachine(RaftLog log, BatchBytes codec, Snapshots snapshots) {
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
    }

    @Override
    public StateMachineStorage getStateMachineStorage() {
        return snapshots.ratis();
    }

    /** Called on the thread that proposes. */
    @Override
    public TransactionContext startTransaction(RaftClientRequest request) {
        return TransactionContext.newBuilder()
                .setStateMachine(this)
                .setClientRequest(request)
                .setStateMachineContext(request.getMessage())
                .build();
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        ByteString bytes = entry.getStateMachineLogEntry().getLogData();
        Batch batch = transaction.getStateMachineContext() instanceof Entry proposed
                ? proposed.batch()
                : Entry.batch(bytes, codec);
        log.committed(entry.getIndex(), batch, bytes.size());
        updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto group) {
        log.started();
    }

    /** The work is done elsewhere: Ratis only learns which snapshot was completed last. */
    @Override
    public long takeSnapshot() {
        return snapshots.latestIndex();
    }

    /** Called by the thread that writes the log, before each sync. */
    @Override
    public CompletableFuture<Void> flush(long index) {
        writer = Thread.currentThread();
        return NOTHING_TO_FLUSH;
    }

    void watch(org.apache.ratis.server.raftlog.RaftLog opened) {
        files = opened;
    }

    /**
     * Ratis is about to be closed with nothing under way. Its writer looks up from its empty queue
     * once a second only, and the close waits for it; so it is woken as soon as the log counts as
     * closed.
     */
    void closing() {
        Thread sleeper = writer;
        org.apache.ratis.server.raftlog.RaftLog closed = files;
        if (sleeper == null || closed == null) {
            return;
        }
        Thread.ofPlatform().daemon().name("holdfast-log-closing").start(() -> {
            while (closed.isOpened()) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            while (sleeper.isAlive()) {
                // First it has to be told that it ends, or it complains of being woken.
                LockSupport.parkNanos(TOLD_NANOS);
                sleeper.interrupt();
            }
        });
    }

    @Override
    public void notifyLeaderReady() {
        log.leading();
    }

    /** Called on the thread that writes the log. */
    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        log.fail(cause);
    }

    @Override
    public void notifyServerShutdown(RoleInfoProto role, boolean allServer) {
        log.stopped();
    }
}
