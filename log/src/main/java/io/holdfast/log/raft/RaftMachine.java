package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RoleInfoProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Ratis takes for the state machine: it hands entries on and keeps nothing itself. Ratis calls
 * it on its updater thread, except where a method says otherwise.
 */
final class RaftMachine extends BaseStateMachine {

    private static final Logger LOG = LoggerFactory.getLogger(RaftMachine.class);
    private static final long POLL_NANOS = 2_000_000;
    private static final long TOLD_NANOS = 20_000_000;
    private static final CompletableFuture<Void> NOTHING_TO_FLUSH =
            CompletableFuture.completedFuture(null);

    private final RaftLog log;
    private final BatchBytes codec;
    private final Snapshots snapshots;

    private volatile @Nullable Thread writer;
    private volatile org.apache.ratis.server.raftlog.@Nullable RaftLog files;
    /** The last index that was handed on after a sync; the thread that writes the log owns it. */
    private long passed = -1;

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
        if (writer != Thread.currentThread()) {
            writer = Thread.currentThread();
            NoMetrics.afterSync(this::synced);
        }
        return NOTHING_TO_FLUSH;
    }

    /**
     * A sync has ended. In a group of one, what the disk has is committed; so it is handed on here,
     * two threads earlier than Ratis comes to it. The index says how far the disk has it: it does
     * not move where the sync failed.
     */
    private void synced() {
        org.apache.ratis.server.raftlog.RaftLog written = files;
        if (written == null) {
            return;
        }
        long last = written.getFlushIndex();
        try {
            for (long index = Math.max(log.acknowledged(), passed) + 1; index <= last; index++) {
                LogEntryProto entry = written.get(index);
                if (entry == null || !handedOn(entry)) {
                    return;
                }
                passed = index;
            }
        } catch (RaftLogIOException e) {
            LOG.debug("What was synced is left to Ratis to hand on", e);
        }
    }

    private boolean handedOn(LogEntryProto entry) {
        if (entry.hasStateMachineLogEntry()) {
            StateMachineLogEntryProto kept = entry.getStateMachineLogEntry();
            Batch batch = log.underWay(kept.getCallId());
            if (batch == null) {
                return false;
            }
            log.committed(entry.getIndex(), batch, kept.getLogData().size());
        }
        return true;
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
