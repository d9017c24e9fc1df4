package io.holdfast.bench.events;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.Option;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Protocol;
import io.holdfast.bench.load.Step;
import io.holdfast.bench.locks.Dialogues;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Ratio.AtLeast;
import io.holdfast.bench.report.Ratio.AtMost;
import io.holdfast.bench.report.Ratios;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Kind;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.report.Surroundings;
import io.holdfast.bench.rows.BenchRun;
import io.holdfast.bench.rows.Rows;
import io.holdfast.bench.servers.Running;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/**
 * {@code ./dev bench events}: grants a second beside event readers, and without history; the
 * latency of an event; and the time of a page of {@code GET /v1/resources} with few and with many
 * resources.
 */
public final class EventsBench implements Bench {

    /** The sessions stay open, and neither all keys nor those of one session are limited. */
    private static final List<String> FLAGS = List.of(
            "--http-session-idle-timeout",
            "86400",
            "--max-locks",
            "5000000",
            "--max-locks-per-session",
            "0",
            "--http-max-connections-per-ip",
            "0");

    private static final int CONNECTIONS = 64;
    private static final int FEW = 1_000;
    private static final String NONE = "events.none";
    private static final String FORGETFUL = "events.nohistory";
    private static final String LATENCY = "events.latency";
    private static final double LATENCY_MILLIS_MAX = 100;

    /** Events and history together may cost this much. */
    private static final double COST_MAX = 0.05;

    /** A page must not depend on the number of resources; the rest is for noise. */
    private static final double PAGE_TIMES_MAX = 1.25;

    private static final Option<List<Integer>> READERS =
            Option.of("--readers", "A,B,...", "how many event readers", a -> a.wholes());
    private static final Option<Double> RATE =
            Option.of("--rate", "N", "events a second of the latency row", a -> a.positive());
    private static final Option<Integer> HELD =
            Option.whole("--held", "locks that are held during the latency row");
    private static final Option<Integer> MANY =
            Option.whole("--resources", "held locks of the last page rows");

    @Override
    public Options options() {
        return new Options("events", 10)
                .with(Options.WARMUP, 2.0)
                .with(Options.SERVER_WARMUP, 20.0)
                .with(Options.ROUNDS, 3)
                .with(READERS, List.of(10, 100))
                .with(RATE, 1_000.0)
                .with(HELD, 10_000)
                .with(MANY, 1_000_000)
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
        List<String> setting =
                new ArrayList<>(List.of(Surroundings.machine(), Surroundings.quiet()));
        List<String> forgetful = new ArrayList<>(FLAGS);
        forgetful.addAll(List.of("--history", "0"));
        try (Running server = BenchRun.holdfast(options, FLAGS).memory(directory);
                Running other = BenchRun.holdfast(options, forgetful)
                        .memory(Files.createDirectory(directory.resolve("nohistory")))) {
            Session run = new Session(options, out, server.subject(), other.subject());
            run.warmUp();
            run.pages(FEW);
            run.latency();
            run.grants();
            run.pages(options.get(MANY));
            setting.add(timing(options));
            setting.addAll(run.sentences);
            return new Report(setting, run.rows.all(), run.ratios(), legend());
        }
    }

    private static String timing(Options options) {
        return String.format(
                Locale.ROOT,
                "An ephemeral server; %.1f s measured a row after %.1f s of warm-up, %.1f s of load"
                        + " before the first row; the median of %d rounds for the grants.",
                options.get(Options.SECONDS),
                options.get(Options.WARMUP),
                options.get(Options.SERVER_WARMUP),
                options.get(Options.ROUNDS));
    }

    private static List<String> legend() {
        return List.of(
                "events.none, events.all.N, events.own.N: a pair is acquire and release of a lock,"
                        + " with a key for each connection. There are no event readers, N readers"
                        + " of all events, or N readers that each follow one key.",
                "events.latency: from the scheduled time of an acquire until a reader has its"
                        + " event, at an even rate that does not depend on the answers.",
                "events.nohistory: the same on a second server with --history 0.",
                "resources.page.N: one GET of 50 resources while N locks are held;"
                        + " resources.filtered.N: with the filters api, state and prefix.");
    }

    /** The rows on one server. */
    private static final class Session {
        private final Options options;
        private final Subject subject;
        private final Subject forgetful;
        private final PrintStream out;
        private final Rows rows;
        private final List<String> sentences = new ArrayList<>();
        private final Dialogues dialogues;
        private final HeldLocks locks;

        /** @param forgetful a second server that keeps no history */
        Session(Options options, PrintStream out, Subject subject, Subject forgetful)
                throws IOException, InterruptedException {
            String nonce = Long.toHexString(System.nanoTime());
            this.options = options;
            this.subject = subject;
            this.forgetful = forgetful;
            this.out = out;
            this.rows = new Rows(options, out);
            this.dialogues = new Dialogues(nonce);
            this.locks = new HeldLocks(subject, nonce);
        }

        void warmUp() throws IOException, InterruptedException {
            locks.fill(FEW);
            rows.warmUp(subject, List.of(dialogues.locks(subject, Keys.UNIQUE), page("")));
            rows.warmUp(forgetful, List.of(dialogues.locks(forgetful, Keys.UNIQUE)));
        }

        void pages(int held) throws IOException, InterruptedException {
            locks.fill(held);
            rows.add("resources.page." + held, subject, 1, Kind.REQUEST, page(""));
            String filter = "&api=locks&state=held&prefix=" + locks.prefix();
            rows.add("resources.filtered." + held, subject, 1, Kind.REQUEST, page(filter));
        }

        private IntFunction<Dialogue> page(String filter) {
            String get = "GET /v1/resources?limit=50" + filter + " HTTP/1.1\r\nHost: "
                    + subject.host() + "\r\n\r\n";
            return connection -> new Dialogue(
                    List.of(),
                    List.of(new Step(Protocol.HTTP, get, 200).expecting("\"next\":")),
                    List.of());
        }

        void latency() throws IOException, InterruptedException {
            locks.fill(options.get(HELD));
            Measurement found = new EventLatency(subject, locks)
                    .run(
                            options.get(RATE),
                            options.get(Options.WARMUP),
                            options.get(Options.SECONDS));
            rows.add(new Row(LATENCY, 1, Kind.REQUEST, new Measured(found)));
            sentences.add(String.format(
                    Locale.ROOT,
                    "Events at %,.0f a second while %,d locks and more are held: p50 %.2f ms, p99"
                            + " %.2f ms, longest %.2f ms.",
                    options.get(RATE),
                    options.get(HELD),
                    found.latencies().percentileMicros(50) / 1e3,
                    found.latencies().percentileMicros(99) / 1e3,
                    found.latencies().percentileMicros(100) / 1e3));
        }

        /** Measures all numbers of readers in each round, so that none has a better minute. */
        void grants() throws IOException {
            Map<String, List<Row>> rounds = new LinkedHashMap<>();
            for (int round = 0; round < options.get(Options.ROUNDS); round++) {
                add(rounds, FORGETFUL, forgetful, 0, reader -> "");
                add(rounds, NONE, subject, 0, reader -> "");
                for (int readers : options.get(READERS)) {
                    add(rounds, "events.all." + readers, subject, readers, reader -> "");
                    add(
                            rounds,
                            "events.own." + readers,
                            subject,
                            readers,
                            reader -> "?prefix=bench-" + dialogues.nonce() + "-" + reader);
                }
            }
            rounds.values().forEach(all -> rows.add(Row.median(all)));
        }

        private void add(
                Map<String, List<Row>> rounds,
                String id,
                Subject asked,
                int readers,
                IntFunction<String> queryOf)
                throws IOException {
            try (EventReaders reading = new EventReaders(asked, readers, queryOf)) {
                Measurement found = rows.figures(
                        asked, CONNECTIONS, Kind.PAIR, dialogues.locks(asked, Keys.UNIQUE));
                Row row = new Row(id, CONNECTIONS, Kind.PAIR, new Measured(found));
                out.println(Report.line(row));
                rounds.computeIfAbsent(id, unknown -> new ArrayList<>()).add(row);
                if (reading.ended() > 0) {
                    sentences.add(String.format(
                            Locale.ROOT,
                            "%s: %d of %d readers were too slow, and their streams ended.",
                            id,
                            reading.ended(),
                            readers));
                }
            }
        }

        List<Ratio> ratios() {
            Ratios ratios = new Ratios(rows.all());
            ratios.rate(NONE, FORGETFUL, CONNECTIONS, new AtLeast(1 - COST_MAX));
            ratios.processor(NONE, FORGETFUL, CONNECTIONS, new AtMost(1 + COST_MAX));
            for (int readers : options.get(READERS)) {
                for (String kind : List.of("events.all.", "events.own.")) {
                    ratios.rate(kind + readers, NONE, CONNECTIONS, new AtLeast(1 - COST_MAX));
                    ratios.rate(kind + readers, FORGETFUL, CONNECTIONS, new AtLeast(1 - COST_MAX));
                }
            }
            for (Row row : rows.all()) {
                if (row.id().equals(LATENCY)) {
                    OptionalDouble value = Ratios.figures(row)
                            .map(found -> OptionalDouble.of(found.latencies().percentileMicros(100)
                                    / 1e3
                                    / LATENCY_MILLIS_MAX))
                            .orElse(OptionalDouble.empty());
                    ratios.add(new Ratio(LATENCY + ", longest", "100 ms", value, new AtMost(1)));
                }
            }
            for (String page : List.of("resources.page.", "resources.filtered.")) {
                ratios.time(page + options.get(MANY), page + FEW, 1, new AtMost(PAGE_TIMES_MAX));
            }
            return ratios.all();
        }
    }
}
