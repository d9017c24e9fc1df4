package io.holdfast.bench.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Opens and closes the measured window, and reads the CPU time of both sides at its edges.
 *
 * <p>Only pairs that end inside the window count, which excludes the warm-up and the draining at
 * the end.
 */
final class Meter {

    private enum State {
        WARMING,
        MEASURING,
        CLOSED
    }

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Window window;
    private final LongSupplier serverNanos;
    private State state = State.WARMING;
    private long edgeNanos;
    private long openedNanos;
    private long measuredNanos;
    private long serverAtOpen;
    private long serverSpent = -1;
    private long generatorAtOpen;
    private long generatorSpent;

    /** {@code serverNanos} supplies the CPU time that the server has used, or -1 if unknown. */
    Meter(Window window, LongSupplier serverNanos) {
        this.window = window;
        this.serverNanos = serverNanos;
    }

    void begin(long now) {
        edgeNanos = now + window.warmupNanos();
    }

    /**
     * Advances the window; returns true if a pair that ends now counts. The pair that opens the
     * window does not count and the one that closes it does, so that the count matches the elapsed
     * time.
     */
    boolean counts(Run run, long now) {
        if (now < edgeNanos || state == State.CLOSED) {
            return state == State.MEASURING;
        }
        if (state == State.WARMING) {
            open(run);
            return false;
        }
        close(now);
        return true;
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    private void open(Run run) {
        state = State.MEASURING;
        serverAtOpen = serverNanos.getAsLong();
        generatorAtOpen = THREADS.getCurrentThreadCpuTime();
        openedNanos = run.now();
        edgeNanos = openedNanos + window.measuredNanos();
    }

    /** Ends the window, possibly early if continuing is pointless. */
    void close(long now) {
        if (state == State.MEASURING) {
            measuredNanos = now - openedNanos;
            generatorSpent = THREADS.getCurrentThreadCpuTime() - generatorAtOpen;
            long serverAtClose = serverNanos.getAsLong();
            boolean known = serverAtOpen >= 0 && serverAtClose >= serverAtOpen;
            serverSpent = known ? serverAtClose - serverAtOpen : -1;
        }
        state = State.CLOSED;
    }

    long measuredNanos() {
        return measuredNanos;
    }

    long serverSpentNanos() {
        return serverSpent;
    }

    long generatorSpentNanos() {
        return generatorSpent;
    }
}
