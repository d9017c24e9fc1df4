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

/** The machine of a node that is alone, which hands on what its disk has as soon as it has it. */
final class RaftMachine extends RatisMachine {

    private static final Logger LOG = LoggerFactory.getLogger(RaftMachine.class);
    private static final long POLL_NANOS = 2_000_000;
    private static final long TOLD_NANOS = 20_000_000;
    private static final CompletableFuture<Void> NOTHING_TO_FLUSH =
            CompletableFuture.completedFuture(null);

    private final RaftLog log;

    private volatile @Nullable Thread writer;
    private volatile org.apache.ratis.server.raftlog.@Nullable RaftLog files;
    /** The last index that was handed on after a sync; the thread that writes the log owns it. */
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
            for (long index = Math.max(log.acknowledged, passed) + 1; index <= last; index++) {
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
}
