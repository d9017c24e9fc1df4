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
 * Writes entries in the order in which they come, on a thread of its own, so that no disk keeps a
 * decision waiting. What waits to be written is bounded. When there is no room, ordinary entries
 * are dropped, counted, and their number is written once there is room again; those of admin
 * actions are never dropped: {@link #hasRoom} turns false before the last of the room is gone, and
 * whoever would do such a thing is refused until then. A file that cannot be written counts as one
 * that is slow: the same line is tried again until it is written.
 *
 * <p>Threading: {@code add} and {@code hasRoom} from any thread, without waiting.
 */
public final class AuditLog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    static final int ORDINARY_MAX = 16_384;

    /** Room for admin actions alone; the last quarter is for those that are under way. */
    static final int ADMIN_MAX = ORDINARY_MAX + 4_096;

    static final int ADMIN_STOP = ORDINARY_MAX + 3_072;

    private static final long RETRY_MILLIS = 1_000;
    private static final long CLOSE_SECONDS_MAX = 5;

    private final Target target;
    private final LinkedBlockingQueue<AuditEntry> queue = new LinkedBlockingQueue<>(ADMIN_MAX);
    private final AtomicInteger unwritten = new AtomicInteger();
    private final LongAdder written = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final Thread writer;
    private volatile boolean reopen;
    private volatile boolean closing;
    private @Nullable OutputStream out;
    private long droppedTold;

    /** Where the lines go; opened again for every rotation. */
    @FunctionalInterface
    interface Target {
        OutputStream open() throws IOException;
    }

    AuditLog(Target target) {
        this.target = target;
        this.writer = Thread.ofPlatform().name("audit").daemon().unstarted(this::write);
    }

    /** Opens the file, so that one that cannot be written is known at the start. */
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

    /** Whether another admin action could be written down. */
    boolean hasRoom() {
        return unwritten.get() < ADMIN_STOP;
    }

    /** Has the file opened again before the next line, after it was renamed. */
    void reopen() {
        reopen = true;
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
                    written.increment();
                    // Only now is there room: what is being tried is not written yet.
                    unwritten.decrementAndGet();
                }
                tellDropped();
            }
        } catch (InterruptedException e) {
            LOG.warn("{} lines of the audit log were not written", unwritten.get());
        } finally {
            shut();
        }
    }

    private void tellDropped() throws InterruptedException {
        long now = dropped.sum();
        if (now > droppedTold && queue.size() < ORDINARY_MAX / 2) {
            long more = now - droppedTold;
            droppedTold = now;
            write(Audit.lost(more).line());
        }
    }

    private void write(byte[] line) throws InterruptedException {
        boolean whole = true;
        while (true) {
            try {
                OutputStream now = opened();
                if (!whole) {
                    // What an earlier try left of it must not run into the line.
                    now.write('\n');
                }
                now.write(line);
                now.flush();
                return;
            } catch (IOException e) {
                LOG.error(
                        "the audit log cannot be written, and is tried again: {}", e.getMessage());
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
                LOG.warn("the audit log was not closed well: {}", e.getMessage());
            }
        }
    }

    /** Writes what there is, as long as that takes no more than moments. */
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
