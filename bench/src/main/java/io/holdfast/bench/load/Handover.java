package io.holdfast.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Measures the time from a release to the reply of the next waiter.
 *
 * <p>Two connections pass one key to each other. While one waits, a third acquires and releases a
 * key of its own. Its acquire is the uncontended one for comparison, measured under the same
 * conditions, and its two round trips give the waiter time to be queued before the holder releases.
 */
public final class Handover implements Load {

    /** The number of connections: two contenders, and the third one. */
    public static final int CONNECTIONS = 3;

    private static final int BESIDE = 2;
    private static final int ACQUIRE = 0;
    private static final int RELEASE = 1;

    private enum State {
        FIRST_ACQUIRE,
        BESIDE_ACQUIRES,
        BESIDE_RELEASES,
        HANDING_OVER,
        LAST_RELEASE,
        STOPPED
    }

    private final Window window;
    private final Meter meter;
    private final Latencies handovers = new Latencies();
    private final Latencies acquires = new Latencies();
    private State state = State.FIRST_ACQUIRE;
    private int holder;
    private int outstanding;
    private long sentNanos;

    private Handover(Window window, LongSupplier serverNanos) {
        this.window = window;
        this.meter = new Meter(window, serverNanos);
    }

    /**
     * Dialogues 0 and 1 share a key, and 2 has its own; each pair is an acquire and its release.
     */
    public static Measurement measure(
            InetSocketAddress to,
            IntFunction<Dialogue> dialogueOf,
            Window window,
            LongSupplier serverNanos,
            LongSupplier clock)
            throws IOException {
        Handover load = new Handover(window, serverNanos);
        try (Run run = new Run(wire -> to, CONNECTIONS, dialogueOf, load, clock)) {
            run.execute();
            return Measurement.of(load.handovers, load.acquires, load.meter, run.faults());
        }
    }

    @Override
    public void begin(Run run) {
        meter.begin(run.now());
        for (int wire = 0; wire < CONNECTIONS; wire++) {
            if (!run.isLoaded(wire)) {
                stop(run);
                return;
            }
        }
        say(run, holder, ACQUIRE);
    }

    @Override
    public void replied(Run run, int wire, boolean good) {
        if (!good) {
            stop(run);
            return;
        }
        long now = run.now();
        boolean counts = meter.counts(run, now);
        switch (state) {
            case FIRST_ACQUIRE -> contend(run);
            case BESIDE_ACQUIRES -> {
                if (isBeside(run, wire)) {
                    if (counts) {
                        acquires.record(now - sentNanos);
                    }
                    state = State.BESIDE_RELEASES;
                    say(run, BESIDE, RELEASE);
                }
            }
            case BESIDE_RELEASES -> {
                if (isBeside(run, wire)) {
                    state = State.HANDING_OVER;
                    outstanding = 2;
                    sentNanos = run.now();
                    say(run, holder, RELEASE);
                }
            }
            case HANDING_OVER -> handedOver(run, wire, now, counts);
            case LAST_RELEASE -> finishAll(run);
            case STOPPED -> {}
        }
    }

    private void handedOver(Run run, int wire, long now, boolean counts) {
        if (wire != holder && counts) {
            handovers.record(now - sentNanos);
        }
        outstanding--;
        if (outstanding > 0) {
            return;
        }
        holder = 1 - holder;
        if (meter.isClosed()) {
            state = State.LAST_RELEASE;
            say(run, holder, RELEASE);
        } else {
            contend(run);
        }
    }

    private void contend(Run run) {
        state = State.BESIDE_ACQUIRES;
        say(run, 1 - holder, ACQUIRE);
        sentNanos = run.now();
        say(run, BESIDE, ACQUIRE);
    }

    private boolean isBeside(Run run, int wire) {
        if (wire == BESIDE) {
            return true;
        }
        run.faults().add("a waiter was granted a key that another held");
        stop(run);
        return false;
    }

    private static void say(Run run, int wire, int step) {
        run.say(wire, run.dialogue(wire).pair().get(step));
    }

    private void stop(Run run) {
        meter.close(run.now());
        state = State.STOPPED;
        for (int wire = 0; wire < run.size(); wire++) {
            // A waiter may still be queued, so its connection is closed without a closing.
            run.abandon(wire);
        }
    }

    private void finishAll(Run run) {
        state = State.STOPPED;
        for (int wire = 0; wire < run.size(); wire++) {
            run.finish(wire);
        }
    }

    @Override
    public void lost(Run run, int wire) {
        stop(run);
    }

    @Override
    public void idle(Run run) {
        meter.counts(run, run.now());
    }

    @Override
    public long nanosMax() {
        return window.totalNanos();
    }
}
