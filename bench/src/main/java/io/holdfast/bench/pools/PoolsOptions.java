package io.holdfast.bench.pools;

import io.holdfast.bench.UsageException;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the command line asks for; {@link #USAGE} says what each means. */
final class PoolsOptions {

    static final String USAGE = """
            ./dev bench pools [options]
              --seconds N            measured seconds of each row (5)
              --warmup N             seconds of load before each row, not counted (1.5)
              --server-warmup N      seconds of load before a server's first row (10)
              --connections A,B,...  how many connections (64,512)
              --only ID,...          only rows whose id begins so, as pools.memory.one
              --many N               pools of the rows called many (10000)
              --full N               pools of the row called full, with 10 leases each (100000)
              --launcher FILE        what starts the server (./holdfast)
              --serve-arg ARG        one more argument for it; may be repeated
              --work-dir DIR         where data directories are made and removed (bench/results)
              --markdown FILE        write the report there too
            """;

    double seconds = 5;
    double warmupSeconds = 1.5;
    double serverWarmupSeconds = 10;
    List<Integer> connections = List.of(64, 512);
    final List<String> only = new ArrayList<>();
    int many = 10_000;
    int full = 100_000;
    Path launcher = Path.of("holdfast").toAbsolutePath();
    final List<String> serveArguments = new ArrayList<>();
    Path workDirectory = Path.of("bench", "results");
    Optional<Path> markdown = Optional.empty();

    private PoolsOptions() {}

    static PoolsOptions parse(List<String> arguments) {
        PoolsOptions options = new PoolsOptions();
        Deque<String> rest = new ArrayDeque<>(arguments);
        while (!rest.isEmpty()) {
            String option = rest.removeFirst();
            if (rest.isEmpty()) {
                throw new UsageException(option + " is unknown, or needs a value");
            }
            options.take(option, rest.removeFirst());
        }
        return options;
    }

    private void take(String option, String value) {
        switch (option) {
            case "--seconds" -> seconds = number(option, value);
            case "--warmup" -> warmupSeconds = number(option, value);
            case "--server-warmup" -> serverWarmupSeconds = number(option, value);
            case "--connections" ->
                connections = Stream.of(value.split(","))
                        .map(part -> whole(option, part))
                        .toList();
            case "--only" -> only.addAll(List.of(value.split(",")));
            case "--many" -> many = whole(option, value);
            case "--full" -> full = whole(option, value);
            case "--launcher" -> launcher = Path.of(value).toAbsolutePath();
            case "--serve-arg" -> serveArguments.add(value);
            case "--work-dir" -> workDirectory = Path.of(value);
            case "--markdown" -> markdown = Optional.of(Path.of(value));
            default -> throw new UsageException("there is no option " + option);
        }
    }

    /** Whether the filter lets this row run: an id is chosen by itself or by its first words. */
    boolean wants(String id) {
        return only.isEmpty()
                || only.stream().anyMatch(o -> id.equals(o) || id.startsWith(o + "."));
    }

    private static double number(String option, String text) {
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Falls through to the message that negative numbers get too.
        }
        throw new UsageException(option + " needs a number, not " + text);
    }

    private static int whole(String option, String text) {
        double number = number(option, text);
        if (number < 1 || number != Math.rint(number) || number > Integer.MAX_VALUE) {
            throw new UsageException(option + " needs a whole number, not " + text);
        }
        return (int) number;
    }
}
