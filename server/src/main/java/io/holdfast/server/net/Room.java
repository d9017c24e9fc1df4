package io.holdfast.server.net;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many connections the process has room for, whichever protocol they speak: each takes an open
 * file, and the log needs some too.
 */
public final class Room {

    private final int connectionsMax;
    private final AtomicInteger connections = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final LongAdder acceptFailures = new LongAdder();

    Room(int connectionsMax) {
        this.connectionsMax = connectionsMax;
    }

    /** As many as open files allow, less a reserve. */
    public static Room ofProcess() {
        return new Room(Descriptors.connectionsMax());
    }

    /** A connection was closed without a byte, because a cap was reached. */
    void refused() {
        refused.increment();
    }

    /** A connection could not even be accepted, such as for want of open files. */
    void acceptFailed() {
        acceptFailures.increment();
    }

    public long refusals() {
        return refused.sum();
    }

    public long acceptFailures() {
        return acceptFailures.sum();
    }

    /** Counts a connection in; tells whether there was room. It has to leave in any case. */
    boolean enter() {
        return connections.incrementAndGet() <= connectionsMax;
    }

    void leave() {
        connections.decrementAndGet();
    }
}
