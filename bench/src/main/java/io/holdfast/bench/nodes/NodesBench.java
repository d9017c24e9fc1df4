package io.holdfast.bench.nodes;

import io.holdfast.bench.command.Arguments;
import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.servers.Holdfast;
import io.holdfast.bench.servers.Running;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * {@code ./dev bench nodes}: claim, renew and release beside many leased nodes, the queue of them,
 * and the cost of their heartbeats.
 */
public final class NodesBench implements Bench {

    private static final double HEARTBEAT_SECONDS = 15;
    private static final double MILLI_MICROS = 1e3;

    @Override
    public String name() {
        return "nodes";
    }

    @Override
    public String usage() {
        return """
                ./dev bench nodes [--seconds N] [--warmup N] [--nodes N] [--memory BOOL]
                  --seconds N   measured seconds of each row (10)
                  --warmup N    seconds of load before each row, not counted (3)
                  --nodes N     number of nodes, of which half are leased (100000)
                  --memory BOOL true for an ephemeral server (false)""";
    }

    private record Options(double seconds, double warmup, int nodes, boolean memory) {

        static Options parse(List<String> words) {
            double seconds = 10;
            double warmup = 3;
            int nodes = 100_000;
            boolean memory = false;
            Arguments arguments = new Arguments(words);
            while (arguments.next()) {
                switch (arguments.option()) {
                    case "--seconds" -> seconds = arguments.positive();
                    case "--warmup" -> warmup = arguments.number();
                    case "--nodes" -> nodes = arguments.whole();
                    case "--memory" -> memory = Boolean.parseBoolean(arguments.value());
                    default -> throw arguments.unknown();
                }
            }
            if (nodes < 2) {
                throw new UsageException("--nodes must be 2 or more");
            }
            return new Options(seconds, warmup, nodes, memory);
        }
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        Options options = Options.parse(arguments);
        Path directory = Files.createTempDirectory("holdfast-bench-nodes");
        Holdfast holdfast = new Holdfast(Path.of("holdfast").toAbsolutePath(), List.of());
        try (Running server =
                options.memory ? holdfast.memory(directory) : holdfast.durable(directory)) {
            return measure(server.subject(), options, out);
        }
    }

    private static boolean measure(Subject subject, Options options, PrintStream out)
            throws IOException, InterruptedException {
        NodeDialogues dialogues = new NodeDialogues(subject.host(), options.nodes);
        long began = System.nanoTime();
        NodeFilling.fill(subject, dialogues);
        out.printf(
                Locale.ROOT,
                "%,d nodes, half of them leased, made in %.1f s%n",
                options.nodes,
                (System.nanoTime() - began) / 1e9);
        boolean valid = true;
        for (int workers : new int[] {64, 512}) {
            valid &= row(
                    "claim+renew+release",
                    subject,
                    workers,
                    dialogues.leases(workers),
                    options,
                    out);
        }
        for (int readers : new int[] {1, 8}) {
            valid &= row("GET /v1/queue", subject, readers, dialogues.queue(), options, out);
        }
        Heartbeats.Result beats =
                new Heartbeats(subject, dialogues).run(HEARTBEAT_SECONDS, options.seconds);
        out.printf(
                Locale.ROOT,
                "heartbeats of %,d leases every %.0f s: %,.0f/s, %.1f %% of one core%n",
                options.nodes / 2,
                HEARTBEAT_SECONDS,
                beats.perSecond(),
                beats.coreShare() * 100);
        return valid;
    }

    private static boolean row(
            String what,
            Subject subject,
            int connections,
            IntFunction<Dialogue> dialogues,
            Options options,
            PrintStream out)
            throws IOException {
        Measurement found = ClosedLoop.measure(
                subject.address(),
                connections,
                dialogues,
                Window.ofSeconds(options.warmup, options.seconds),
                subject::processorNanos,
                System::nanoTime);
        out.printf(
                Locale.ROOT,
                "%s, %d connections: %,.0f/s, p50 %.2f ms, p99 %.2f ms, %.0f us of the server's"
                        + " processor each, generator core %.0f %%, faults %d %s%n",
                what,
                connections,
                found.perSecond(),
                found.latencies().percentileMicros(50) / MILLI_MICROS,
                found.latencies().percentileMicros(99) / MILLI_MICROS,
                found.serverMicrosPerPair().orElse(-1),
                found.generatorShare() * 100,
                found.faults(),
                found.examples());
        return found.faults() == 0;
    }
}
