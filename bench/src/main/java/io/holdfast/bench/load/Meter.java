package io.holdfast.bench.load;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Opens and closes the measured window, and reads the processor time of both sides at its edges.
 *
 * <p>Only what ends inside the window counts, so that neither the warm-up nor the emptying queue at
 * the end is in it.
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

    /**
     * {@code serverNanos} answers the processor time that the server has used, or -1 where nobody
     * knows.
     */
    Meter(Window window, LongSupplier serverNanos) {
        this.window = window;
        this.serverNanos = serverNanos;
    }

    void begin(long now) {
        edgeNanos = now + window.warmupNanos();
    }

    /**
     * Moves the window on; true while what ends now counts. What opens the window is outside it and
     * what closes it is inside, so that every count stands against the time it took.
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

    /** Ends the window, early too where going on makes no sense. */
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
