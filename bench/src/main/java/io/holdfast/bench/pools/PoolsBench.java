package io.holdfast.bench.pools;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.Option;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Surroundings;
import io.holdfast.bench.rows.BenchRun;
import io.holdfast.bench.servers.Holdfast;
import io.holdfast.bench.servers.Running;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code ./dev bench pools}: borrow and return, in memory and durable, and beside many leases. */
public final class PoolsBench implements Bench {

    /** Disables the rate limits for clients, and raises the size limits. */
    private static final List<String> UNLIMITED = List.of(
            "--pools-create-rate-per-ip",
            "0",
            "--pools-unknown-rate-per-ip",
            "0",
            "--max-pools",
            "1000000",
            "--max-pool-leases",
            "20000000");

    static final Option<Integer> MANY = Option.whole("--many", "pools of the rows called many");
    static final Option<Integer> FULL =
            Option.whole("--full", "pools of the row called full, with 10 leases each");

    @Override
    public Options options() {
        return new Options("pools", 5)
                .with(Options.WARMUP, 1.5)
                .with(Options.SERVER_WARMUP, 10.0)
                .with(Options.CONNECTIONS, List.of(64, 512))
                .with(Options.ONLY, List.of())
                .with(MANY, 10_000)
                .with(FULL, 100_000)
                .with(Options.MARKDOWN, "");
    }

    @Override
    public boolean run(Options options, PrintStream out) throws IOException, InterruptedException {
        return BenchRun.inDirectory(
                options,
                directory -> BenchRun.print(options, report(options, directory, out), out));
    }

    private static Report report(Options options, Path directory, PrintStream out)
            throws IOException, InterruptedException {
        List<String> setting = new ArrayList<>(List.of(
                Surroundings.machine(),
                Surroundings.quiet(),
                timing(options),
                Surroundings.disk(directory)));
        Holdfast holdfast = BenchRun.holdfast(options, UNLIMITED);
        PoolRows rows = new PoolRows(options, out);
        if (options.wantsSome("pools.memory")) {
            try (Running server = holdfast.memory(directory)) {
                rows.measure("pools.memory", server.subject());
                rows.measureFull(server.subject());
            }
        }
        if (options.wantsSome("pools.durable")) {
            try (Running server = holdfast.durable(directory)) {
                rows.measure("pools.durable", server.subject());
            }
        }
        setting.addAll(rows.sentences());
        List<Ratio> goals = PoolGoals.of(rows.all(), options.get(Options.CONNECTIONS));
        return new Report(setting, rows.all(), goals, legend());
    }

    private static String timing(Options options) {
        return String.format(
                Locale.ROOT,
                "Closed loop, one request at a time on each connection; %.1f s measured a row after"
                        + " %.1f s of warm-up, %.1f s of load before a server's first row.",
                options.get(Options.SECONDS),
                options.get(Options.WARMUP),
                options.get(Options.SERVER_WARMUP));
    }

    private static List<String> legend() {
        return List.of(
                "A pair is borrow and return, one after the other, on one connection that stays"
                        + " open; fixed: two GETs of a fixed reply.",
                "one: one pool of 100 slots for all connections, of which more than 100 wait for"
                        + " their turn. many: connections spread over many pools. full: the same"
                        + " beside many pools with ten live leases each. memory: --ephemeral."
                        + " durable: --data-dir.",
                "p50, p99 and p99.9 are of the whole pair.",
                "generator core is the share of one core that the load generator used: near 100 %"
                        + " the generator is the bottleneck, and the server's CPU per pair is the"
                        + " figure to compare.");
    }
}
