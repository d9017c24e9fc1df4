package io.holdfast.bench.locks;

import io.holdfast.bench.report.MarkdownFile;
import io.holdfast.bench.report.Ratio;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.servers.Installer;
import io.holdfast.bench.servers.Yardstick;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One benchmark from its options to its report: servers side by side, round after round.
 *
 * @param yardsticks what may be installed for it and is named in its setting
 * @param plan the rows
 * @param goals the ratios of the rows
 * @param legend the terms of its report
 */
record Programme(
        String name,
        List<Yardstick> yardsticks,
        BiFunction<LocksOptions, Dialogues, List<Item>> plan,
        BiFunction<List<Row>, LocksOptions, List<Ratio>> goals,
        List<String> legend) {

    /** Runs the benchmark; returns false if a row is invalid. */
    boolean run(LocksOptions options, PrintStream out) throws IOException, InterruptedException {
        if (options.install) {
            Installer.installMissing(yardsticks);
        }
        Files.createDirectories(options.workDirectory);
        Path directory =
                Files.createTempDirectory(options.workDirectory, name + "-").toAbsolutePath();
        try {
            return run(options, directory, out);
        } finally {
            delete(directory);
        }
    }

    private boolean run(LocksOptions options, Path directory, PrintStream out)
            throws IOException, InterruptedException {
        List<String> setting = Setting.describe(options, directory, yardsticks);
        List<Row> rows;
        try (Fleet fleet = new Fleet(options, directory)) {
            Dialogues dialogues = new Dialogues(Long.toHexString(System.nanoTime() & 0xffff_ffffL));
            Rows measuring = new Rows(options, fleet, dialogues);
            List<Item> items = plan.apply(options, dialogues);
            List<List<Row>> rounds = new ArrayList<>();
            for (int round = 0; round < options.rounds; round++) {
                rounds.add(oneRound(measuring, items, out));
            }
            rows = IntStream.range(0, items.size())
                    .mapToObj(i -> Row.median(rounds.stream().map(r -> r.get(i)).toList()))
                    .toList();
        }
        Report report = new Report(setting, rows, goals.apply(rows, options), legend);
        out.println();
        out.print(report.text());
        if (options.markdown.isPresent()) {
            MarkdownFile.write(options.markdown.get(), name, report.markdown());
        }
        return rows.stream().noneMatch(Row::isInvalid);
    }

    private static List<Row> oneRound(Rows measuring, List<Item> items, PrintStream out)
            throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (Item item : items) {
            Row row = measuring.measure(item);
            out.println(Report.line(row));
            rows.add(row);
        }
        return rows;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
