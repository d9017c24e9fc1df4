package io.holdfast.bench.pools;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.report.MarkdownFile;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Surroundings;
import io.holdfast.bench.servers.Holdfast;
import io.holdfast.bench.servers.Running;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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

    @Override
    public String name() {
        return "pools";
    }

    @Override
    public String usage() {
        return PoolsOptions.USAGE;
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        PoolsOptions options = PoolsOptions.parse(arguments);
        Files.createDirectories(options.workDirectory);
        Path directory =
                Files.createTempDirectory(options.workDirectory, "pools-").toAbsolutePath();
        try {
            return run(options, directory, out);
        } finally {
            delete(directory);
        }
    }

    private boolean run(PoolsOptions options, Path directory, PrintStream out)
            throws IOException, InterruptedException {
        List<String> setting = new ArrayList<>(List.of(
                Surroundings.machine(),
                Surroundings.quiet(),
                timing(options),
                Surroundings.disk(directory)));
        List<String> arguments = new ArrayList<>(UNLIMITED);
        arguments.addAll(options.serveArguments);
        Holdfast holdfast = new Holdfast(options.launcher, arguments);
        PoolRows rows = new PoolRows(options, out);
        if (options.wants("pools.memory")
                || options.only.stream().anyMatch(o -> o.startsWith("pools.memory"))) {
            try (Running server = holdfast.memory(directory)) {
                rows.measure("pools.memory", server.subject());
                rows.measureFull(server.subject());
            }
        }
        if (options.wants("pools.durable")
                || options.only.stream().anyMatch(o -> o.startsWith("pools.durable"))) {
            try (Running server = holdfast.durable(directory)) {
                rows.measure("pools.durable", server.subject());
            }
        }
        setting.addAll(rows.sentences());
        Report report =
                new Report(setting, rows.all(), PoolGoals.of(rows.all(), options), legend());
        out.println();
        out.print(report.text());
        if (options.markdown.isPresent()) {
            MarkdownFile.write(options.markdown.get(), name(), report.markdown());
        }
        return rows.all().stream().noneMatch(Row::isInvalid);
    }

    private static String timing(PoolsOptions options) {
        return String.format(
                Locale.ROOT,
                "Closed loop, one request at a time on each connection; %.1f s measured a row after"
                        + " %.1f s of warm-up, %.1f s of load before a server's first row.",
                options.seconds,
                options.warmupSeconds,
                options.serverWarmupSeconds);
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

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
