package io.holdfast.bench.locks;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.Option;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Ratios;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.report.Surroundings;
import io.holdfast.bench.rows.BenchRun;
import io.holdfast.bench.servers.Subject;
import io.holdfast.bench.servers.Trio;
import io.holdfast.bench.servers.Yardstick;

import java.io.IOException;
import java.io.PrintStream;
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
    private static final Option<Integer> CLIENTS =
            Option.whole("--connections", "clients, spread over the members");

    /** The members compile their code on shared cores, so the first warm-up is long. */
    @Override
    public Options options() {
        return new Options("cluster", 10)
                .with(Options.WARMUP, 3.0)
                .with(Options.SERVER_WARMUP, 90.0)
                .with(CLIENTS, 64)
                .with(Options.ROUNDS, 3)
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
        int connections = options.get(CLIENTS);
        Dialogues dialogues = new Dialogues(Long.toHexString(System.nanoTime()));
        List<Row> rows = new ArrayList<>();
        try (Trio ours = Trio.holdfast(
                BenchRun.launcher(options), options.get(Options.SERVE_ARG), directory)) {
            rows.addAll(rows("cluster", ours, dialogues::locks, options, out));
        }
        if (Yardstick.ETCD.installed().isPresent()) {
            try (Trio etcd = Trio.etcd(directory)) {
                rows.addAll(rows("etcd", etcd, dialogues::etcd, options, out));
            }
        } else {
            String why = "etcd is not installed (Debian's " + Yardstick.ETCD.debianPackage() + ")";
            rows.add(new Row("etcd.unique", connections, Row.Kind.PAIR, new Row.Absent(why)));
        }
        return new Report(
                List.of(
                        Surroundings.machine(),
                        Surroundings.quiet(),
                        Surroundings.disk(directory),
                        timing(options),
                        "Yardstick: " + Yardstick.ETCD.version() + "."),
                rows,
                ratios(rows, connections),
                Setting.legend());
    }

    private static List<Row> rows(
            String server,
            Trio trio,
            BiFunction<Subject, Keys, IntFunction<Dialogue>> pairs,
            Options options,
            PrintStream out)
            throws IOException {
        if (options.get(Options.SERVER_WARMUP) > 0) {
            measure(
                    trio,
                    pairs,
                    Keys.UNIQUE,
                    Window.ofSeconds(options.get(Options.SERVER_WARMUP), 1),
                    options);
        }
        List<Row> rows = new ArrayList<>();
        for (Keys keys : Keys.values()) {
            List<Row> rounds = new ArrayList<>();
            for (int round = 0; round < options.get(Options.ROUNDS); round++) {
                Window window =
                        Window.ofSeconds(options.get(Options.WARMUP), options.get(Options.SECONDS));
                Measurement found = measure(trio, pairs, keys, window, options);
                String id = server + "." + keys.name().toLowerCase(Locale.ROOT);
                Row row = new Row(id, options.get(CLIENTS), Row.Kind.PAIR, new Measured(found));
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
                options.get(CLIENTS),
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
                        + " time on each. Each row is measured for %.1f s after %.1f s of warm-up"
                        + " (%.0f s after the start of each cluster). The figures are the median of"
                        + " %d rounds.",
                options.get(CLIENTS),
                options.get(Options.SECONDS),
                options.get(Options.WARMUP),
                options.get(Options.SERVER_WARMUP),
                options.get(Options.ROUNDS));
    }
}
