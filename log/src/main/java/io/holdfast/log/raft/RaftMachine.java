package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Term;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.apache.ratis.statemachine.TransactionContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state machine of a single member, which applies entries as soon as they are on disk. */
final class RaftMachine extends RatisMachine {

    private static final Logger LOG = LoggerFactory.getLogger(RaftMachine.class);
    private static final long POLL_NANOS = 2_000_000;
    private static final long TOLD_NANOS = 20_000_000;
    private static final CompletableFuture<Void> NOTHING_TO_FLUSH =
            CompletableFuture.completedFuture(null);

    private final RaftLog log;

    private volatile @Nullable Thread writer;
    private volatile org.apache.ratis.server.raftlog.@Nullable RaftLog files;
    /** The last index that was applied after a sync; owned by the thread that writes the log. */
    private long passed = -1;

    RaftMachine(RaftLog log, Snapshots snapshots) {
        super(log, snapshots);
        this.log = log;
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
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto group) {
        log.started();
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
     * Applies entries after a sync. With a single member an entry on disk is committed, so it is
     * applied here, two threads earlier than by Ratis. The flush index says how far the disk is: it
     * does not advance if the sync failed.
     */
    private void synced() {
        org.apache.ratis.server.raftlog.RaftLog written = files;
        if (written == null) {
            return;
        }
        long last = written.getFlushIndex();
        try {
            for (long index = Math.max(log.acknowledged, passed) + 1; index <= last; index++) {
                LogEntryProto entry = written.get(index);
                if (entry == null || !handedOn(entry)) {
                    return;
                }
                passed = index;
            }
        } catch (RaftLogIOException e) {
            LOG.debug("synced entries are left to Ratis to apply", e);
        }
    }

    private boolean handedOn(LogEntryProto entry) {
        if (entry.hasStateMachineLogEntry()) {
            StateMachineLogEntryProto kept = entry.getStateMachineLogEntry();
            Batch batch = log.underWay(kept.getCallId());
            if (batch == null) {
                return false;
            }
            log.committed(
                    entry.getIndex(),
                    new Term(entry.getTerm(), true),
                    List.of(batch),
                    kept.getLogData().size());
        }
        return true;
    }

    void watch(org.apache.ratis.server.raftlog.RaftLog opened) {
        files = opened;
    }

    /**
     * Wakes Ratis's writer for a close with nothing in flight. The writer checks its empty queue
     * only once a second, and the close waits for it, so it is woken as soon as the log counts as
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
                // It must first be told to end, or it logs an unexpected wake-up.
                LockSupport.parkNanos(TOLD_NANOS);
                sleeper.interrupt();
            }
        });
    }

    @Override
    public void notifyLeaderReady() {
        log.leading();
    }
}
