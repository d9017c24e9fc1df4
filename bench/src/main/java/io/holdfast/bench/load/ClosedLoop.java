package io.holdfast.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/** Each connection repeats its pair as soon as the last reply has arrived. */
public final class ClosedLoop implements Load {

    /**
     * Beyond this number of wrong replies the row is certainly invalid, and more of them add no
     * information.
     */
    private static final long FAULTS_MAX = 1_000;

    private final Window window;
    private final Meter meter;
    private final Latencies pairs = new Latencies();
    private final Latencies firsts = new Latencies();
    private final int[] cursors;
    private final long[] pairStartNanos;

    private ClosedLoop(int connections, Window window, LongSupplier serverNanos) {
        this.window = window;
        this.meter = new Meter(window, serverNanos);
        this.cursors = new int[connections];
        this.pairStartNanos = new long[connections];
    }

    /** Runs the load and returns the measurement. */
    public static Measurement measure(
            InetSocketAddress to,
            int connections,
            IntFunction<Dialogue> dialogueOf,
            Window window,
            LongSupplier serverNanos,
            LongSupplier clock)
            throws IOException {
        return measure(connection -> to, connections, dialogueOf, window, serverNanos, clock);
    }

    /** Like the method above, with connections to several servers. */
    public static Measurement measure(
            IntFunction<InetSocketAddress> to,
            int connections,
            IntFunction<Dialogue> dialogueOf,
            Window window,
            LongSupplier serverNanos,
            LongSupplier clock)
            throws IOException {
        ClosedLoop loop = new ClosedLoop(connections, window, serverNanos);
        try (Run run = new Run(to, connections, dialogueOf, loop, clock)) {
            run.execute();
            return Measurement.of(loop.pairs, loop.firsts, loop.meter, run.faults());
        }
    }

    @Override
    public void begin(Run run) {
        meter.begin(run.now());
        for (int wire = 0; wire < run.size(); wire++) {
            if (run.isLoaded(wire)) {
                sayFirst(run, wire, run.now());
            }
        }
    }

    @Override
    public void replied(Run run, int wire, boolean good) {
        long now = run.now();
        boolean counts = meter.counts(run, now);
        if (!good) {
            if (run.faults().count() > FAULTS_MAX) {
                meter.close(now);
            }
            next(run, wire, now);
            return;
        }
        int cursor = cursors[wire];
        long nanos = now - pairStartNanos[wire];
        if (cursor == 0 && counts) {
            firsts.record(nanos);
        }
        List<Step> pair = run.dialogue(wire).pair();
        if (cursor + 1 < pair.size()) {
            cursors[wire] = cursor + 1;
            run.say(wire, pair.get(cursor + 1));
            return;
        }
        if (counts) {
            pairs.record(nanos);
        }
        next(run, wire, now);
    }

    private void next(Run run, int wire, long now) {
        if (meter.isClosed()) {
            run.finish(wire);
        } else {
            sayFirst(run, wire, now);
        }
    }

    private void sayFirst(Run run, int wire, long now) {
        cursors[wire] = 0;
        pairStartNanos[wire] = now;
        run.dialogue(wire).turn().run();
        run.say(wire, run.dialogue(wire).pair().get(0));
    }

    @Override
    public void lost(Run run, int wire) {
        // The other connections continue. The fault is already counted and makes the row invalid.
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
