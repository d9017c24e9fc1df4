package io.holdfast.bench.nodes;

import io.holdfast.bench.command.Arguments;
import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.Option;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Surroundings;
import io.holdfast.bench.rows.BenchRun;
import io.holdfast.bench.rows.Rows;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * {@code ./dev bench nodes}: claim, renew and release beside many leased nodes, the queue of them,
 * and the cost of their heartbeats.
 */
public final class NodesBench implements Bench {

    private static final double HEARTBEAT_SECONDS = 15;

    private static final Option<Integer> NODES = Option.of(
            "--nodes", "N", "number of nodes, of which half are leased", NodesBench::nodes);
    private static final Option<Boolean> MEMORY = Option.of(
            "--memory",
            "BOOL",
            "true for an ephemeral server",
            arguments -> Boolean.parseBoolean(arguments.value()));

    private static final List<String> LEGEND = List.of(
            "lease: a pair is claim, renew and release on one connection. queue: a pair is one GET"
                    + " of the queue.");

    @Override
    public Options options() {
        return new Options("nodes", 10)
                .with(Options.WARMUP, 3.0)
                .with(NODES, 100_000)
                .with(MEMORY, false)
                .with(BenchRun.TARGET, "")
                .with(Options.MARKDOWN, "");
    }

    private static int nodes(Arguments arguments) {
        int nodes = arguments.whole();
        if (nodes < 2) {
            throw new UsageException("--nodes must be 2 or more");
        }
        return nodes;
    }

    @Override
    public boolean run(Options options, PrintStream out) throws IOException, InterruptedException {
        return BenchRun.onServer(
                options,
                !options.get(MEMORY),
                List.of(),
                subject -> BenchRun.print(options, report(subject, options, out), out));
    }

    private static Report report(Subject subject, Options options, PrintStream out)
            throws IOException, InterruptedException {
        int nodes = options.get(NODES);
        NodeDialogues dialogues = new NodeDialogues(subject.host(), nodes);
        long began = System.nanoTime();
        NodeFilling.fill(subject, dialogues);
        String filled = String.format(
                Locale.ROOT,
                "%,d nodes, half of them leased, made in %.1f s.",
                nodes,
                (System.nanoTime() - began) / 1e9);
        out.println(filled);
        Rows rows = new Rows(options, out);
        for (int workers : new int[] {64, 512}) {
            rows.add("nodes.lease", subject, workers, Kind.TRIPLE, dialogues.leases(workers));
        }
        for (int readers : new int[] {1, 8}) {
            rows.add("nodes.queue", subject, readers, Kind.REQUEST, dialogues.queue());
        }
        Heartbeats.Result beats = new Heartbeats(subject, dialogues)
                .run(HEARTBEAT_SECONDS, options.get(Options.SECONDS));
        String beaten = String.format(
                Locale.ROOT,
                "Heartbeats of %,d leases every %.0f s: %,.0f/s, %.1f %% of one core.",
                nodes / 2,
                HEARTBEAT_SECONDS,
                beats.perSecond(),
                beats.coreShare() * 100);
        List<String> setting =
                List.of(Surroundings.machine(), Surroundings.quiet(), filled, beaten);
        return new Report(setting, rows.all(), List.of(), LEGEND);
    }
}
