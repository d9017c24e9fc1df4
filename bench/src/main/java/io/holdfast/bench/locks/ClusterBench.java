package io.holdfast.bench.locks;

import io.holdfast.bench.command.Arguments;
import io.holdfast.bench.command.Bench;
import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.report.Surroundings;
import io.holdfast.bench.servers.Subject;
import io.holdfast.bench.servers.Trio;
import io.holdfast.bench.servers.Yardstick;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/**
 * {@code ./dev bench cluster}: lock and unlock on three members of Holdfast and on three of etcd,
 * one after the other in the same run, with equally many connections to each member.
 */
public final class ClusterBench implements Bench {

    private static final double GOAL = 3;

    @Override
    public String name() {
        return "cluster";
    }

    @Override
    public String usage() {
        return """
                ./dev bench cluster [--seconds N] [--warmup N] [--server-warmup N]
                                    [--connections N] [--rounds N]
                  --seconds N      measured seconds of each row (10)
                  --warmup N       seconds of load before each row, not counted (3)
                  --server-warmup N
                                   the same before the first row of a cluster, whose members
                                   compile their code on shared cores (90)
                  --connections N  clients, spread over the members (64)
                  --rounds N       how often each row is measured; the median counts (3)""";
    }

    private record Options(
            double seconds, double warmup, double serverWarmup, int connections, int rounds) {

        static Options parse(List<String> words) {
            double seconds = 10;
            double warmup = 3;
            double serverWarmup = 90;
            int connections = 64;
            int rounds = 3;
            Arguments arguments = new Arguments(words);
            while (arguments.next()) {
                switch (arguments.option()) {
                    case "--seconds" -> seconds = arguments.positive();
                    case "--warmup" -> warmup = arguments.number();
                    case "--server-warmup" -> serverWarmup = arguments.number();
                    case "--connections" -> connections = arguments.whole();
                    case "--rounds" -> rounds = arguments.whole();
                    default -> throw arguments.unknown();
                }
            }
            return new Options(seconds, warmup, serverWarmup, connections, rounds);
        }
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        Options options = Options.parse(arguments);
        Path directory = Files.createTempDirectory("holdfast-bench-cluster");
        Dialogues dialogues = new Dialogues(Long.toHexString(System.nanoTime()));
        List<Row> rows = new ArrayList<>();
        try (Trio ours = Trio.holdfast(Path.of("holdfast").toAbsolutePath(), directory)) {
            rows.addAll(rows("cluster", ours, dialogues::locks, options, out));
        }
        if (Yardstick.ETCD.installed().isPresent()) {
            try (Trio etcd = Trio.etcd(directory)) {
                rows.addAll(rows("etcd", etcd, dialogues::etcd, options, out));
            }
        } else {
            String why = "etcd is not installed (Debian's " + Yardstick.ETCD.debianPackage() + ")";
            rows.add(new Row(
                    "etcd.unique", options.connections, Row.Kind.PAIR, new Row.Absent(why)));
        }
        Report report = new Report(
                List.of(
                        Surroundings.machine(),
                        Surroundings.quiet(),
                        Surroundings.disk(directory),
                        timing(options),
                        "Yardstick: " + Yardstick.ETCD.version() + "."),
                rows,
                ratios(rows, options.connections),
                Setting.legend());
        out.println(report.text());
        return rows.stream().noneMatch(Row::isInvalid);
    }

    private static List<Row> rows(
            String server,
            Trio trio,
            BiFunction<Subject, Keys, IntFunction<Dialogue>> pairs,
            Options options,
            PrintStream out)
            throws IOException {
        if (options.serverWarmup > 0) {
            measure(trio, pairs, Keys.UNIQUE, Window.ofSeconds(options.serverWarmup, 1), options);
        }
        List<Row> rows = new ArrayList<>();
        for (Keys keys : Keys.values()) {
            List<Row> rounds = new ArrayList<>();
            for (int round = 0; round < options.rounds; round++) {
                Window window = Window.ofSeconds(options.warmup, options.seconds);
                Measurement found = measure(trio, pairs, keys, window, options);
                String id = server + "." + keys.name().toLowerCase(Locale.ROOT);
                Row row = new Row(id, options.connections, Row.Kind.PAIR, new Measured(found));
                rounds.add(row);
                out.println(Report.line(row));
            }
            rows.add(Row.median(rounds));
        }
        return rows;
    }

    private static Measurement measure(
            Trio trio,
            BiFunction<Subject, Keys, IntFunction<Dialogue>> pairs,
            Keys keys,
            Window window,
            Options options)
            throws IOException {
        return ClosedLoop.measure(
                connection -> trio.subject(connection).address(),
                options.connections,
                connection -> pairs.apply(trio.subject(connection), keys).apply(connection),
                window,
                trio::processorNanos,
                System::nanoTime);
    }

    private static List<Ratio> ratios(List<Row> rows, int connections) {
        Ratios ratios = new Ratios(rows);
        ratios.rate("cluster.unique", "etcd.unique", connections, new Ratio.AtLeast(GOAL));
        ratios.rate("cluster.shared", "etcd.shared", connections, new Ratio.ForInformation());
        return ratios.all();
    }

    private static String timing(Options options) {
        return String.format(
                Locale.ROOT,
                "Three members on this machine, %d connections spread over them, one request at a"
                        + " time on each; %.1f s measured a row after %.1f s of warm-up (%.0f s"
                        + " after the start of each cluster), the median of %d rounds.",
                options.connections,
                options.seconds,
                options.warmup,
                options.serverWarmup,
                options.rounds);
    }
}
