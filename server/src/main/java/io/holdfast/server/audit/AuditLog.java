package io.holdfast.server.audit;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes entries in order of arrival, on a thread of its own, so that no decision waits for a disk.
 * The queue is bounded. If it is full, ordinary entries are dropped and counted, and their number
 * is written when there is room again. Entries of admin actions are never dropped: {@link #hasRoom}
 * returns false before the queue is full, and admin actions are rejected until it has room. An
 * unwritable file is treated like a slow one: the same line is retried until it is written.
 *
 * <p>Threading: {@code add} and {@code hasRoom} from any thread, without blocking.
 */
public final class AuditLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    static final int ORDINARY_MAX = 16_384;

    /** Reserved for admin actions; the last quarter is for those already in progress. */
    static final int ADMIN_MAX = ORDINARY_MAX + 4_096;

    static final int ADMIN_STOP = ORDINARY_MAX + 3_072;

    /** How many written entries can be read over the API. */
    private static final int RECENT_MAX = 1_000;

    private static final long RETRY_MILLIS = 1_000;
    private static final long CLOSE_SECONDS_MAX = 5;

    private final Target target;
    private final LinkedBlockingQueue<AuditEntry> queue = new LinkedBlockingQueue<>(ADMIN_MAX);
    private final AtomicInteger unwritten = new AtomicInteger();
    private final RecentEntries recent = new RecentEntries(RECENT_MAX);
    private final LongAdder written = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final Thread writer;
    private volatile boolean reopen;
    private volatile boolean closing;
    private @Nullable OutputStream out;
    private long droppedTold;

    /** Opens the output; called again for every rotation. */
    @FunctionalInterface
    interface Target {
        OutputStream open() throws IOException;
    }

    AuditLog(Target target) {
        this.target = target;
        this.writer = Thread.ofPlatform().name("audit").daemon().unstarted(this::write);
    }

    /** Opens the file, so that an unwritable file is reported at the start. */
    void start() throws IOException {
        out = target.open();
        writer.start();
    }

    void add(AuditEntry entry) {
        boolean admin = entry.deed().kind() == AuditRecord.Kind.ADMIN;
        if (unwritten.incrementAndGet() > (admin ? ADMIN_MAX : ORDINARY_MAX)
                || !queue.offer(entry)) {
            unwritten.decrementAndGet();
            dropped.increment();
        }
    }

    /** Returns whether another admin action can be audited. */
    boolean hasRoom() {
        return unwritten.get() < ADMIN_STOP;
    }

    /** Opens the file again before the next line, after it was renamed. */
    void reopen() {
        reopen = true;
    }

    /** Returns the entries that were written last. */
    RecentEntries recent() {
        return recent;
    }

    long written() {
        return written.sum();
    }

    long dropped() {
        return dropped.sum();
    }

    private void write() {
        try {
            while (!closing || !queue.isEmpty()) {
                AuditEntry entry = queue.poll(100, TimeUnit.MILLISECONDS);
                if (entry != null) {
                    write(entry.line());
                    recent.add(entry);
                    written.increment();
                    // Only after the write, because a line being retried still occupies its place.
                    unwritten.decrementAndGet();
                }
                tellDropped();
            }
        } catch (InterruptedException e) {
            LOG.warn("audit log closed with unwritten lines: count={}", unwritten.get());
        } finally {
            shut();
        }
    }

    private void tellDropped() throws InterruptedException {
        long now = dropped.sum();
        if (now > droppedTold && queue.size() < ORDINARY_MAX / 2) {
            long more = now - droppedTold;
            droppedTold = now;
            AuditEntry lost = Audit.lost(more);
            write(lost.line());
            recent.add(lost);
        }
    }

    private void write(byte[] line) throws InterruptedException {
        boolean whole = true;
        while (true) {
            try {
                OutputStream now = opened();
                if (!whole) {
                    // Separates the line from the remains of a failed attempt.
                    now.write('\n');
                }
                now.write(line);
                now.flush();
                return;
            } catch (IOException e) {
                LOG.error("audit log write failed, retrying: {}", e.getMessage());
                shut();
                whole = false;
                Thread.sleep(RETRY_MILLIS);
            }
        }
    }

    private OutputStream opened() throws IOException {
        if (reopen) {
            reopen = false;
            shut();
        }
        OutputStream now = out;
        if (now == null) {
            now = target.open();
            out = now;
        }
        return now;
    }

    private void shut() {
        OutputStream now = out;
        out = null;
        if (now != null) {
            try {
                now.close();
            } catch (IOException e) {
                LOG.warn("cannot close the audit log: {}", e.getMessage());
            }
        }
    }

    /** Writes the remaining entries, for a few seconds at most. */
    @Override
    public void close() {
        closing = true;
        try {
            writer.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS_MAX));
            if (writer.isAlive()) {
                writer.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
