package io.holdfast.bench.rows;

import io.holdfast.bench.command.Option;
import io.holdfast.bench.command.Options;
import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.report.MarkdownFile;
import io.holdfast.bench.report.Report;
import io.holdfast.bench.servers.Addresses;
import io.holdfast.bench.servers.Holdfast;
import io.holdfast.bench.servers.Running;
import io.holdfast.bench.servers.Subject;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What every benchmark does before and after its rows. */
public final class BenchRun {

    /** A running server; empty if the benchmark starts one. */
    public static final Option<String> TARGET =
            Option.of("--target", "HOST:PORT", "a running server", arguments -> {
                String text = arguments.value();
                return Addresses.of(text)
                        .map(address -> text)
                        .orElseThrow(() -> new UsageException(text + " is not host:port"));
            });

    private BenchRun() {}

    /** A part of a benchmark. */
    public interface Part<A, R> {
        R run(A argument) throws IOException, InterruptedException;
    }

    /** Runs with a directory that is deleted afterwards. */
    public static <R> R inDirectory(Options options, Part<Path, R> part)
            throws IOException, InterruptedException {
        Path parent = Path.of(options.get(Options.WORK_DIR));
        Files.createDirectories(parent);
        Path directory =
                Files.createTempDirectory(parent, options.bench() + "-").toAbsolutePath();
        try {
            return part.run(directory);
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Runs with the server of {@code --target}, or with one that is started for it. */
    public static <R> R onServer(
            Options options, boolean durable, List<String> flags, Part<Subject, R> part)
            throws IOException, InterruptedException {
        String target = options.get(TARGET);
        if (!target.isEmpty()) {
            return part.run(new Subject(
                    "target", Addresses.of(target).orElseThrow(), OptionalLong.empty()));
        }
        return inDirectory(options, directory -> {
            Holdfast holdfast = holdfast(options, flags);
            try (Running server =
                    durable ? holdfast.durable(directory) : holdfast.memory(directory)) {
                return part.run(server.subject());
            }
        });
    }

    /** Returns Holdfast as the options describe it, with these flags before theirs. */
    public static Holdfast holdfast(Options options, List<String> flags) {
        return new Holdfast(
                launcher(options), Options.extended(flags, options.get(Options.SERVE_ARG)));
    }

    public static Path launcher(Options options) {
        return Path.of(options.get(Options.LAUNCHER)).toAbsolutePath().normalize();
    }

    /** Prints the report and writes it to {@code --markdown}; returns false if a row is invalid. */
    public static boolean print(Options options, Report report, PrintStream out)
            throws IOException {
        out.println();
        out.print(report.text());
        String markdown = options.get(Options.MARKDOWN);
        if (!markdown.isEmpty()) {
            MarkdownFile.write(Path.of(markdown), options.bench(), report.markdown());
        }
        return report.isValid();
    }
}
