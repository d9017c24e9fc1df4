package io.holdfast.server.net;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The state that one listener's connections share on one event loop. One periodic scan of all of
 * them replaces a timer for each request: deadlines are then plain fields, and setting one is free.
 */
public final class Loop {

    /**
     * The maximum size of a read, which the listener enforces, so that one array serves all reads.
     */
    static final int READ_MAX_BYTES = 64 << 10;

    private static final long PERIOD_MAX_MILLIS = 250;

    private final EventLoop executor;
    private final long periodMillis;
    private final ByteBudget budget;
    private final List<Link> links = new ArrayList<>();
    private final byte[] scratch = new byte[READ_MAX_BYTES];
    private @Nullable ScheduledFuture<?> scan;

    Loop(EventLoop executor, long shortestMillis, ByteBudget budget) {
        this.executor = executor;
        this.budget = budget;
        this.periodMillis = Math.clamp(shortestMillis / 8, 5, PERIOD_MAX_MILLIS);
    }

    public EventLoop executor() {
        return executor;
    }

    ByteBudget budget() {
        return budget;
    }

    /** Holds bytes between a read and its request; they must not be kept there. */
    byte[] scratch() {
        return scratch;
    }

    /**
     * Returns how much earlier a deadline counts as passed, so that no scan comes too late for it.
     */
    long periodNanos() {
        return TimeUnit.MILLISECONDS.toNanos(periodMillis);
    }

    void add(Link link) {
        link.position = links.size();
        links.add(link);
        if (scan == null) {
            scan = executor.scheduleWithFixedDelay(
                    this::scan, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
        }
    }

    void remove(Link link) {
        Link last = links.removeLast();
        if (last != link) {
            links.set(link.position, last);
            last.position = link.position;
        }
        // An idle server runs no scans.
        if (links.isEmpty() && scan != null) {
            scan.cancel(false);
            scan = null;
        }
    }

    /** Returns a copy, because connections may close during the iteration. */
    List<Link> links() {
        return List.copyOf(links);
    }

    /**
     * Closes the connections with unread replies. The JDK waits half a second before it reports
     * that direct memory has run out, and this loop serves no connection meanwhile, so memory must
     * be freed before the next attempt.
     */
    void shed() {
        links().forEach(Link::dropUnread);
    }

    private void scan() {
        long now = System.nanoTime();
        // Backwards, because a closed connection is replaced by the last one, already scanned.
        for (int i = links.size() - 1; i >= 0; i--) {
            if (i < links.size()) {
                links.get(i).checkDeadlines(now);
            }
        }
    }
}
