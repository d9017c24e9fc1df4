package io.holdfast.server.net;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one listener on one event loop share. One periodic look at all of them
 * replaces a timer for each request: deadlines are then plain fields, and setting one costs
 * nothing.
 */
public final class Loop {

    /**
     * Reads are no larger than this (the listener sees to it), so that one array serves them all.
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

    /** For bytes on their way from a read to a request; nobody keeps them there. */
    byte[] scratch() {
        return scratch;
    }

    /** A deadline is met, not missed by a period: this much earlier is when it counts as over. */
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
        // An idle server has nothing to look at and sleeps.
        if (links.isEmpty() && scan != null) {
            scan.cancel(false);
            scan = null;
        }
    }

    /** All connections of now; they may go while the copy is walked. */
    List<Link> links() {
        return List.copyOf(links);
    }

    /**
     * Ends the connections whose clients leave replies unread. The JDK waits half a second before
     * it says that direct memory has run out, and nobody of this loop is served meanwhile: what
     * frees some must come before the next attempt.
     */
    void shed() {
        links().forEach(Link::dropUnread);
    }

    private void scan() {
        long now = System.nanoTime();
        // Backwards, because a connection that ends is replaced by the last one, seen already.
        for (int i = links.size() - 1; i >= 0; i--) {
            if (i < links.size()) {
                links.get(i).checkDeadlines(now);
            }
        }
    }
}
