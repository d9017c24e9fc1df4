package io.holdfast.bench.locks;

import io.holdfast.bench.Bench;
import io.holdfast.bench.report.MarkdownFile;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.report.Row;
import io.holdfast.bench.servers.Installer;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** {@code ./dev bench locks}: acquire and release over HTTP, beside the yardsticks. */
public final class LocksBench implements Bench {

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
        List<Row> rows;
        try (Fleet fleet = new Fleet(options, directory)) {
            Dialogues dialogues = new Dialogues(Long.toHexString(System.nanoTime() & 0xffff_ffffL));
            Rows measuring = new Rows(options, fleet, dialogues);
            List<Item> items = Plan.of(options, dialogues);
            List<List<Row>> rounds = new ArrayList<>();
            for (int round = 0; round < options.rounds; round++) {
                rounds.add(oneRound(measuring, items, out));
            }
            rows = IntStream.range(0, items.size())
                    .mapToObj(i -> Row.median(rounds.stream().map(r -> r.get(i)).toList()))
                    .toList();
        }
        Report report = new Report(setting, rows, Goals.of(rows, options), Setting.legend());
        out.println();
        out.print(report.text());
        if (options.markdown.isPresent()) {
            MarkdownFile.write(options.markdown.get(), "locks", report.markdown());
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
