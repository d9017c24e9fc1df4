package io.holdfast.bench.locks;

import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.Baseline;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Absent;
import io.holdfast.bench.report.Row.Failed;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.report.Row.Result;
import io.holdfast.bench.rows.BenchRun;
import io.holdfast.bench.rows.Rows;
import io.holdfast.bench.servers.Installer;
import io.holdfast.bench.servers.Subject;
import io.holdfast.bench.servers.Yardstick;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code ./dev bench locks} and {@code ./dev bench line}: acquire and release over HTTP and over
 * the line protocol, beside other servers, round after round.
 */
public final class LocksBench implements Bench {

    private final Supplier<Options> options;
    private final List<Yardstick> yardsticks;
    private final BiFunction<Options, Dialogues, List<Item>> plan;
    private final BiFunction<List<Row>, Options, List<Ratio>> goals;
    private final List<String> legend;

    private LocksBench(
            Supplier<Options> options,
            List<Yardstick> yardsticks,
            BiFunction<Options, Dialogues, List<Item>> plan,
            BiFunction<List<Row>, Options, List<Ratio>> goals,
            List<String> legend) {
        this.options = options;
        this.yardsticks = yardsticks;
        this.plan = plan;
        this.goals = goals;
        this.legend = legend;
    }

    public static Bench http() {
        return new LocksBench(
                LocksOptions::locks,
                List.of(Yardstick.values()),
                Plan::locks,
                Goals::of,
                Setting.legend());
    }

    public static Bench line() {
        return new LocksBench(
                LocksOptions::line,
                List.of(Yardstick.NGINX),
                Plan::line,
                LineGoals::of,
                Setting.lineLegend());
    }

    @Override
    public Options options() {
        return options.get();
    }

    @Override
    public boolean run(Options read, PrintStream out) throws IOException, InterruptedException {
        if (read.get(LocksOptions.INSTALL)) {
            Installer.installMissing(yardsticks);
        }
        return BenchRun.inDirectory(read, directory -> {
            Report report = report(read, directory, out);
            return BenchRun.print(read, report, out) & keepsBaseline(read, report, out);
        });
    }

    /** Compares the ratios with those of the baseline, if one is given, or records them there. */
    private static boolean keepsBaseline(Options read, Report report, PrintStream out)
            throws IOException {
        if (read.get(Options.BASELINE).isEmpty()) {
            return true;
        }
        Path file = Path.of(read.get(Options.BASELINE));
        if (read.get(Options.RECORD)) {
            Baseline.write(file, report.ratios());
            return true;
        }
        List<String> regressions = Baseline.read(file).regressions(report.ratios());
        regressions.forEach(regression -> out.println("regression: " + regression));
        return regressions.isEmpty();
    }

    private Report report(Options read, Path directory, PrintStream out)
            throws IOException, InterruptedException {
        List<String> setting = Setting.describe(read, directory, yardsticks);
        Dialogues dialogues = new Dialogues(Long.toHexString(System.nanoTime() & 0xffff_ffffL));
        List<Item> items = plan.apply(read, dialogues);
        int rounds = read.get(Options.ROUNDS);
        Rows measured = new Rows(read, out);
        Set<String> warm = new HashSet<>();
        try (Fleet fleet = new Fleet(read, directory)) {
            for (int i = 0; i < rounds * items.size(); i++) {
                Item item = items.get(i % items.size());
                Result result = result(item, fleet, dialogues, measured, warm);
                measured.add(new Row(item.id(), item.connections(), item.kind(), result));
            }
        }
        List<Row> rows = IntStream.range(0, items.size())
                .mapToObj(i -> Row.median(Stream.iterate(i, at -> at + items.size())
                        .limit(rounds)
                        .map(measured.all()::get)
                        .toList()))
                .toList();
        return new Report(setting, rows, goals.apply(rows, read), legend);
    }

    private static Result result(
            Item item, Fleet fleet, Dialogues dialogues, Rows rows, Set<String> warm)
            throws InterruptedException {
        try {
            Optional<Subject> subject = fleet.subject(item.server(), item.transport());
            if (subject.isEmpty()) {
                return new Absent(item.server() + " is not installed");
            }
            if (Fleet.speaksLocks(item.server()) && warm.add(item.server() + item.transport())) {
                rows.warmUp(subject.get(), pairs(item, subject.get(), dialogues));
            }
            IntFunction<Dialogue> says = item.dialogues().apply(subject.get());
            return new Measured(rows.figures(subject.get(), item.connections(), item.kind(), says));
        } catch (IOException failure) {
            String why = String.valueOf(failure.getMessage());
            return new Failed(
                    fleet.ending(item.server()).map(e -> why + "; " + e).orElse(why));
        }
    }

    /**
     * Both kinds of keys are used for the warm-up, because the code path of a waiter differs from
     * that of an immediate grant.
     */
    private static List<IntFunction<Dialogue>> pairs(
            Item item, Subject subject, Dialogues dialogues) {
        return Stream.of(Keys.values())
                .map(keys -> dialogues.pairs(item.transport(), subject, keys))
                .toList();
    }
}
