package io.holdfast.server.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections the process has room for, whichever protocol they speak: each takes an open
 * file, and the log needs some too.
 */
public final class Room {

    private final int connectionsMax;
    private final AtomicInteger connections = new AtomicInteger();

    Room(int connectionsMax) {
        this.connectionsMax = connectionsMax;
    }

    /** As many as open files allow, less a reserve. */
    public static Room ofProcess() {
        return new Room(Descriptors.connectionsMax());
    }

    /** Counts a connection in; tells whether there was room. It has to leave in any case. */
    boolean enter() {
        return connections.incrementAndGet() <= connectionsMax;
    }

    void leave() {
        connections.decrementAndGet();
    }
}
