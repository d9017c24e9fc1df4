package io.holdfast.server.http;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one event loop share. One periodic look at all of them replaces a timer
 * for each request: deadlines are then plain fields, and setting one costs nothing.
 */
final class Loop {

    /**
     * Reads are no larger than this (the listener sees to it), so that one array serves them all.
     */
    static final int READ_MAX_BYTES = 64 << 10;

    private static final long PERIOD_MAX_MILLIS = 250;

    private final EventLoop executor;
    private final long periodMillis;
    private final List<Connection> connections = new ArrayList<>();
    private final byte[] scratch = new byte[READ_MAX_BYTES];
    private final ResponseWriter writer = new ResponseWriter();
    private @Nullable ScheduledFuture<?> scan;

    Loop(EventLoop executor, EdgeLimits limits) {
        this.executor = executor;
        long shortest =
                Math.min(limits.headMillis(), Math.min(limits.bodyMillis(), limits.idleMillis()));
        if (limits.writeMillis() > 0) {
            shortest = Math.min(shortest, limits.writeMillis());
        }
        this.periodMillis = Math.clamp(shortest / 8, 5, PERIOD_MAX_MILLIS);
    }

    EventLoop executor() {
        return executor;
    }

    ResponseWriter writer() {
        return writer;
    }

    /** For bytes on their way from a read to a request; nobody keeps them there. */
    byte[] scratch() {
        return scratch;
    }

    /** A deadline is met, not missed by a period: this much earlier is when it counts as over. */
    long periodNanos() {
        return TimeUnit.MILLISECONDS.toNanos(periodMillis);
    }

    void add(Connection connection) {
        connection.setPosition(connections.size());
        connections.add(connection);
        if (scan == null) {
            scan = executor.scheduleWithFixedDelay(
                    this::scan, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
        }
    }

    void remove(Connection connection) {
        int position = connection.position();
        Connection last = connections.removeLast();
        if (last != connection) {
            connections.set(position, last);
            last.setPosition(position);
        }
        // An idle server has nothing to look at and sleeps.
        if (connections.isEmpty() && scan != null) {
            scan.cancel(false);
            scan = null;
        }
    }

    /** All connections of now; they may go while the copy is walked. */
    List<Connection> connections() {
        return List.copyOf(connections);
    }

    private void scan() {
        long now = System.nanoTime();
        // Backwards, because a connection that ends is replaced by the last one, seen already.
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) {
                connections.get(i).checkDeadlines(now);
            }
        }
    }
}
