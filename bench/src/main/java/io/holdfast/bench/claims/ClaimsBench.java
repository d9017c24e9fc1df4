package io.holdfast.bench.claims;

import io.holdfast.bench.command.Arguments;
import io.holdfast.bench.command.Bench;
import io.holdfast.bench.servers.Holdfast;
import io.holdfast.bench.servers.Running;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
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

    @Override
    public String name() {
        return "claims";
    }

    @Override
    public String usage() {
        return """
                ./dev bench claims [--seconds N] [--warmup N] [--rate N] [--target HOST:PORT]
                  --seconds N         measured seconds of each row (10)
                  --warmup N          seconds before them (3)
                  --rate N            run the mix at this rate only, without a search
                  --target HOST:PORT  a running server""";
    }

    private record Options(double seconds, double warmup, double rate, String target) {

        static Options parse(List<String> words) {
            double seconds = 10;
            double warmup = 3;
            double rate = 0;
            String target = "";
            Arguments arguments = new Arguments(words);
            while (arguments.next()) {
                switch (arguments.option()) {
                    case "--seconds" -> seconds = arguments.positive();
                    case "--warmup" -> warmup = arguments.number();
                    case "--rate" -> rate = arguments.number();
                    case "--target" -> target = arguments.value();
                    default -> throw arguments.unknown();
                }
            }
            return new Options(seconds, warmup, rate, target);
        }
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        Options options = Options.parse(arguments);
        if (!options.target.isEmpty()) {
            String[] parts = options.target.split(":", 2);
            return measure(
                    new InetSocketAddress(parts[0], Integer.parseInt(parts[1])), options, out);
        }
        Path directory = Files.createTempDirectory("holdfast-bench-claims");
        Holdfast holdfast = new Holdfast(Path.of("holdfast").toAbsolutePath(), List.of());
        try (Running server = holdfast.durable(directory)) {
            return measure(server.subject().address(), options, out);
        }
    }

    private static boolean measure(InetSocketAddress to, Options options, PrintStream out)
            throws IOException, InterruptedException {
        boolean valid = true;
        for (int resources : new int[] {10, 1000}) {
            OpenLoop.Result best = options.rate > 0
                    ? mix(to, resources, options.rate, options, out)
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
        OpenLoop.Result result =
                new OpenLoop(to, CLIENTS).run(mix, rate, options.warmup, options.seconds);
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
        long measureNanos = System.nanoTime() + (long) (options.warmup * 1e9);
        long endNanos = measureNanos + (long) (options.seconds * 1e9);
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
        double perSecond = done.sum() / options.seconds;
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
