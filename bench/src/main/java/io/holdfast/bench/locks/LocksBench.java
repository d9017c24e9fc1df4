package io.holdfast.bench.locks;

import io.holdfast.bench.Bench;
import io.holdfast.bench.load.ClosedLoop;
import io.holdfast.bench.load.Dialogue;
import io.holdfast.bench.load.Handover;
import io.holdfast.bench.load.Measurement;
import io.holdfast.bench.load.Window;
import io.holdfast.bench.locks.Dialogues.Keys;
import io.holdfast.bench.report.MarkdownFile;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.report.Row.Absent;
import io.holdfast.bench.report.Row.Measured;
import io.holdfast.bench.servers.Installer;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** {@code ./dev bench locks}: acquire and release over HTTP, beside the yardsticks. */
public final class LocksBench implements Bench {

    private static final int WARMUP_CONNECTIONS = 64;

    @Override
    public String name() {
        return "locks";
    }

    @Override
    public String usage() {
        return LocksOptions.USAGE;
    }

    @Override
    public boolean run(List<String> arguments, PrintStream out)
            throws IOException, InterruptedException {
        LocksOptions options = LocksOptions.parse(arguments);
        if (options.install) {
            Installer.installMissing();
        }
        Files.createDirectories(options.workDirectory);
        Path directory =
                Files.createTempDirectory(options.workDirectory, "locks-").toAbsolutePath();
        try {
            return run(options, directory, out);
        } finally {
            delete(directory);
        }
    }

    private static boolean run(LocksOptions options, Path directory, PrintStream out)
            throws IOException, InterruptedException {
        List<String> setting = Setting.describe(options, directory);
        List<Row> rows = new ArrayList<>();
        try (Fleet fleet = new Fleet(options, directory)) {
            Dialogues dialogues = new Dialogues(Long.toHexString(System.nanoTime() & 0xffff_ffffL));
            Set<String> warm = new HashSet<>();
            for (Item item : Plan.of(options, dialogues)) {
                Row row = row(item, fleet, dialogues, options, warm);
                out.println(Report.line(row));
                rows.add(row);
            }
        }
        Report report = new Report(setting, rows, Goals.of(rows, options), Setting.legend());
        out.println();
        out.print(report.text());
        if (options.markdown.isPresent()) {
            MarkdownFile.write(options.markdown.get(), "locks", report.markdown());
        }
        return rows.stream().noneMatch(Row::isInvalid);
    }

    private static Row row(
            Item item, Fleet fleet, Dialogues dialogues, LocksOptions options, Set<String> warm)
            throws IOException, InterruptedException {
        Optional<Subject> found = fleet.subject(item.server());
        if (found.isEmpty()) {
            Absent absent = new Absent(item.server() + " is not installed");
            return new Row(item.id(), item.connections(), item.kind(), absent);
        }
        Subject subject = found.get();
        if (Fleet.speaksLocks(item.server()) && warm.add(item.server())) {
            // A virtual machine that has just started compiles for seconds; no row should pay it.
            Window warmup = Window.ofSeconds(0, options.serverWarmupSeconds);
            closedLoop(subject, WARMUP_CONNECTIONS, dialogues.locks(subject, Keys.UNIQUE), warmup);
        }
        Window window = Window.ofSeconds(options.warmupSeconds, options.seconds);
        IntFunction<Dialogue> says = item.dialogues().apply(subject);
        Measurement figures = switch (item.kind()) {
            case PAIR -> closedLoop(subject, item.connections(), says, window);
            case HANDOVER ->
                Handover.measure(
                        subject.address(), says, window, subject::processorNanos, System::nanoTime);
        };
        return new Row(item.id(), item.connections(), item.kind(), new Measured(figures));
    }

    private static Measurement closedLoop(
            Subject subject, int connections, IntFunction<Dialogue> says, Window window)
            throws IOException {
        return ClosedLoop.measure(
                subject.address(),
                connections,
                says,
                window,
                subject::processorNanos,
                System::nanoTime);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
