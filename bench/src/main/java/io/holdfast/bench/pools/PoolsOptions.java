package io.holdfast.bench.pools;

import io.holdfast.bench.command.Arguments;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command line options; {@link #USAGE} describes them. */
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
              --launcher FILE        the command that starts it (./holdfast)
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

    static PoolsOptions parse(List<String> words) {
        PoolsOptions options = new PoolsOptions();
        Arguments arguments = new Arguments(words);
        while (arguments.next()) {
            options.take(arguments);
        }
        return options;
    }

    private void take(Arguments arguments) {
        switch (arguments.option()) {
            case "--seconds" -> seconds = arguments.positive();
            case "--warmup" -> warmupSeconds = arguments.number();
            case "--server-warmup" -> serverWarmupSeconds = arguments.number();
            case "--connections" -> connections = arguments.wholes();
            case "--only" -> only.addAll(List.of(arguments.value().split(",")));
            case "--many" -> many = arguments.whole();
            case "--full" -> full = arguments.whole();
            case "--launcher" -> launcher = Path.of(arguments.value()).toAbsolutePath();
            case "--serve-arg" -> serveArguments.add(arguments.value());
            case "--work-dir" -> workDirectory = Path.of(arguments.value());
            case "--markdown" -> markdown = Optional.of(Path.of(arguments.value()));
            default -> throw arguments.unknown();
        }
    }

    /** Returns whether the filter selects this row: by its id or by its first words. */
    boolean wants(String id) {
        return only.isEmpty()
                || only.stream().anyMatch(o -> id.equals(o) || id.startsWith(o + "."));
    }
}
