package io.holdfast.log.ratis;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.raftlog.RaftLogIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Ratis thread that writes a single member's log. With a single member an entry on disk is
 * committed, so it can be applied on this thread after the sync, two threads earlier than by Ratis.
 */
public final class LogWriter {

    private static final Logger LOG = LoggerFactory.getLogger(LogWriter.class);
    private static final long POLL_NANOS = 2_000_000;
    private static final long STOP_NANOS = 20_000_000;

    private final LongSupplier applied;
    private final Predicate<LogEntryProto> apply;
    private volatile @Nullable Thread thread;
    private volatile @Nullable RaftLog files;
    /** The last index that was applied after a sync; owned by the writer thread. */
    private long passed = -1;

    /**
     * @param applied the last index that was applied by any thread
     * @param apply applies an entry on the writer thread; false leaves it and later ones to Ratis
     */
    public LogWriter(LongSupplier applied, Predicate<LogEntryProto> apply) {
        this.applied = applied;
        this.apply = apply;
    }

    /** Starts to apply the entries of this log after each sync. */
    public void begin(RaftLog opened) {
        files = opened;
    }

    /** Called on the writer thread before each sync, when Ratis flushes the state machine. */
    public void beforeSync() {
        if (thread != Thread.currentThread()) {
            thread = Thread.currentThread();
            NoMetrics.afterSync(this::synced);
        }
    }

    /** The flush index says how far the disk is: it does not advance if the sync failed. */
    private void synced() {
        RaftLog written = files;
        if (written == null) {
            return;
        }
        long last = written.getFlushIndex();
        try {
            for (long index = Math.max(applied.getAsLong(), passed) + 1; index <= last; index++) {
                LogEntryProto entry = written.get(index);
                if (entry == null || !apply.test(entry)) {
                    return;
                }
                passed = index;
            }
        } catch (RaftLogIOException e) {
            LOG.debug("synced entries are left to Ratis to apply", e);
        }
    }

    /**
     * Wakes the writer for a close with nothing in flight. It checks its empty queue only once a
     * second, and the close waits for it, so it is woken as soon as the log counts as closed.
     */
    public void wakeForClose() {
        Thread sleeper = thread;
        RaftLog closed = files;
        if (sleeper == null || closed == null) {
            return;
        }
        Thread.ofPlatform().daemon().name("holdfast-log-closing").start(() -> {
            while (closed.isOpened()) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            while (sleeper.isAlive()) {
                // Ratis must first have told it to end, or it logs an unexpected wake-up.
                LockSupport.parkNanos(STOP_NANOS);
                sleeper.interrupt();
            }
        });
    }
}
