package io.holdfast.bench.claims;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.Option;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.rows.BenchRun;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * {@code ./dev bench claims}: the highest rate of the realistic mix at which p99 stays under 10 ms,
 * on 10 and on 1000 resources, and pairs of create and release, all durable.
 */
public final class ClaimsBench implements Bench {

    private static final double P99_MILLIS_MAX = 10;

    /** The pairs per second of Nessy on PostgreSQL, and the goal as a multiple of them. */
    private static final double ORIGINAL_PAIRS = 131;

    private static final double GOAL_TIMES = 50;

    /** The required rate of PATCHes from waiting to active, per second. */
    private static final double ACTIVATIONS_WANTED = 100;

    private static final int CLIENTS = 64;
    private static final double RATE_MIN = 250;
    private static final double RATE_MAX = 64_000;

    private static final Option<Double> RATE =
            Option.number("--rate", "run the mix at this rate only, without a search");

    @Override
    public Options options() {
        return new Options("claims", 10)
                .with(Options.WARMUP, 3.0)
                .with(RATE, 0.0)
                .with(BenchRun.TARGET, "");
    }

    @Override
    public boolean run(Options options, PrintStream out) throws IOException, InterruptedException {
        return BenchRun.onServer(
                options, true, List.of(), subject -> measure(subject.address(), options, out));
    }

    private static boolean measure(InetSocketAddress to, Options options, PrintStream out)
            throws IOException, InterruptedException {
        boolean valid = true;
        for (int resources : new int[] {10, 1000}) {
            OpenLoop.Result best = options.get(RATE) > 0
                    ? mix(to, resources, options.get(RATE), options, out)
                    : search(to, resources, options, out);
            out.printf(
                    Locale.ROOT,
                    "mix on %d resources: %,.0f requests/s with p99 %.2f ms, of which %,.0f/s are"
                            + " activations (goal %.0f)%n",
                    resources,
                    best.perSecond(),
                    best.p99Millis(),
                    best.activations(),
                    ACTIVATIONS_WANTED);
            valid &= best.faults() == 0;
        }
        return pairs(to, options, out) && valid;
    }

    /** Doubles the rate while the limit is kept, then halves the step a few times. */
    private static OpenLoop.Result search(
            InetSocketAddress to, int resources, Options options, PrintStream out)
            throws IOException, InterruptedException {
        OpenLoop.Result best = mix(to, resources, RATE_MIN, options, out);
        double rate = RATE_MIN;
        while (rate < RATE_MAX && kept(best)) {
            OpenLoop.Result next = mix(to, resources, rate * 2, options, out);
            if (!kept(next)) {
                break;
            }
            best = next;
            rate *= 2;
        }
        for (double step = rate / 2; step > rate / 16; step /= 2) {
            OpenLoop.Result next = mix(to, resources, best.asked() + step, options, out);
            best = kept(next) ? next : best;
        }
        return best;
    }

    private static boolean kept(OpenLoop.Result result) {
        return result.p99Millis() < P99_MILLIS_MAX && result.faults() == 0;
    }

    private static OpenLoop.Result mix(
            InetSocketAddress to, int resources, double rate, Options options, PrintStream out)
            throws IOException, InterruptedException {
        Mix mix = new Mix(resources, "mix-" + System.nanoTime());
        OpenLoop.Result result = new OpenLoop(to, CLIENTS)
                .run(mix, rate, options.get(Options.WARMUP), options.get(Options.SECONDS));
        out.printf(
                Locale.ROOT,
                "  %d resources at %,.0f/s: p50 %.2f ms, p99 %.2f ms, faults %d; create %d,"
                        + " heartbeat %d, activate %d (409: %d), release %d, revoke %d%n",
                resources,
                rate,
                result.p50Millis(),
                result.p99Millis(),
                result.faults(),
                mix.asked(Mix.Kind.CREATE),
                mix.asked(Mix.Kind.HEARTBEAT),
                mix.asked(Mix.Kind.ACTIVATE),
                mix.conflicts.sum(),
                mix.asked(Mix.Kind.RELEASE),
                mix.asked(Mix.Kind.REVOKE));
        return result;
    }

    /** Runs create and release, one after the other, each client on a resource of its own. */
    private static boolean pairs(InetSocketAddress to, Options options, PrintStream out)
            throws IOException, InterruptedException {
        LongAdder done = new LongAdder();
        LongAdder faults = new LongAdder();
        long measureNanos = System.nanoTime() + (long) (options.get(Options.WARMUP) * 1e9);
        long endNanos = measureNanos + (long) (options.get(Options.SECONDS) * 1e9);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            String resource = "pair-" + i + "-" + measureNanos;
            threads.add(Thread.ofPlatform().start(() -> {
                try (Talk talk = new Talk(to)) {
                    while (System.nanoTime() < endNanos) {
                        long id = talk.create(resource);
                        int status = talk.status(id, "released");
                        long now = System.nanoTime();
                        if (id < 0 || status != 204) {
                            faults.increment();
                        } else if (now >= measureNanos && now < endNanos) {
                            done.increment();
                        }
                    }
                } catch (IOException e) {
                    faults.increment();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.MINUTES.toMillis(5));
        }
        double perSecond = done.sum() / options.get(Options.SECONDS);
        out.printf(
                Locale.ROOT,
                "create+release, durable, %d clients: %,.0f pairs/s, %.1f times Nessy's %.0f"
                        + " (goal %.0f), faults %d%n",
                CLIENTS,
                perSecond,
                perSecond / ORIGINAL_PAIRS,
                ORIGINAL_PAIRS,
                GOAL_TIMES,
                faults.sum());
        return faults.sum() == 0;
    }
}
