package io.holdfast.bench.locks;

import io.holdfast.bench.command.Arguments;
import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.servers.Addresses;
import io.holdfast.bench.servers.Subject;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The command line options; {@link #USAGE} describes them. */
final class LocksOptions {

    private static final String MEASURING = """
              --seconds N            measured seconds of each row (5)
              --rounds N             repeat all rows N times, report each row's median (1)
              --warmup N             seconds of load before each row, not counted (1.5)
              --server-warmup N      seconds of load before a lock server's first row (10)
            """;
    private static final String STARTING = """
              --no-start             do not start Holdfast
              --launcher FILE        the command that starts it (./holdfast)
              --serve-arg ARG        one more argument for it; may be repeated
              --work-dir DIR         where data directories are made and removed (bench/results)
              --markdown FILE        write the report there too
            """;

    static final String USAGE = "./dev bench locks [options]\n" + MEASURING + """
              --connections A,B,...  how many connections (1,64,512)
              --only ID,...          only rows whose id begins so, as locks.memory.unique
              --server [NAME=]URL    compare another server of the same API; may be repeated
              --pid N                the process of the --server before it, for processor time
            """ + STARTING + """
              --install-yardsticks   apt-get install nginx-light redis-server etcd-server, as root
            """;

    static final String LINE_USAGE =
            "./dev bench line [options]\n" + MEASURING + """
              --connections A,B,...  how many connections (1,64,500)
              --only ID,...          only rows whose id begins so, as line.memory.unique
              --against [NAME=]HOST:PORT
                                     compare another server of the protocol; may be repeated
              --pid N                the process of the --against before it, for processor time
            """ + STARTING + """
              --install-yardsticks   apt-get install nginx-light, as root
            """;

    double seconds = 5;
    int rounds = 1;
    double warmupSeconds = 1.5;
    double serverWarmupSeconds = 10;
    List<Integer> connections = List.of(1, 64, 512);
    final List<String> only = new ArrayList<>();
    final List<Subject> others = new ArrayList<>();
    boolean start = true;
    boolean install;
    Path launcher = Path.of("holdfast").toAbsolutePath();
    final List<String> serveArguments = new ArrayList<>();
    Path workDirectory = Path.of("bench", "results");
    Optional<Path> markdown = Optional.empty();

    private final Transport transport;

    private LocksOptions(Transport transport) {
        this.transport = transport;
    }

    static LocksOptions parse(List<String> arguments) {
        return new LocksOptions(Transport.HTTP).taking(arguments);
    }

    static LocksOptions parseLine(List<String> arguments) {
        LocksOptions options = new LocksOptions(Transport.LINE);
        options.connections = List.of(1, 64, 500);
        return options.taking(arguments);
    }

    private LocksOptions taking(List<String> words) {
        Arguments arguments = new Arguments(words);
        while (arguments.next()) {
            take(arguments);
        }
        return this;
    }

    /** Returns whether the filter selects this row: by its id or by its first words. */
    boolean wants(String id) {
        return only.isEmpty()
                || only.stream().anyMatch(o -> id.equals(o) || id.startsWith(o + "."));
    }

    private void take(Arguments arguments) {
        switch (arguments.option()) {
            case "--no-start" -> start = false;
            case "--install-yardsticks" -> install = true;
            case "--seconds" -> seconds = arguments.positive();
            case "--rounds" -> rounds = arguments.whole();
            case "--warmup" -> warmupSeconds = arguments.number();
            case "--server-warmup" -> serverWarmupSeconds = arguments.number();
            case "--connections" -> connections = arguments.wholes();
            case "--only" -> only.addAll(List.of(arguments.value().split(",")));
            case "--pid" -> pidOfLast(arguments.whole());
            case "--launcher" -> launcher = Path.of(arguments.value()).toAbsolutePath();
            case "--serve-arg" -> serveArguments.add(arguments.value());
            case "--work-dir" -> workDirectory = Path.of(arguments.value());
            case "--markdown" -> markdown = Optional.of(Path.of(arguments.value()));
            default -> {
                if (!arguments.option().equals(serverOption())) {
                    throw arguments.unknown();
                }
                others.add(server(arguments.value()));
            }
        }
    }

    /** The option is named after its value: a URL, or an address for the line protocol. */
    private String serverOption() {
        return switch (transport) {
            case HTTP -> "--server";
            case LINE -> "--against";
        };
    }

    private Subject server(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? "other" + (others.size() + 1) : text.substring(0, equals);
        InetSocketAddress address = address(text.substring(equals + 1));
        boolean taken = Stream.of("memory", "durable").anyMatch(name::equals)
                || others.stream().anyMatch(other -> other.name().equals(name));
        if (taken || !name.matches("[A-Za-z0-9_-]+")) {
            throw new UsageException("a server cannot be named " + name);
        }
        return new Subject(name, address, OptionalLong.empty());
    }

    private InetSocketAddress address(String text) {
        return switch (transport) {
            case HTTP ->
                Addresses.firstIn(text)
                        .orElseThrow(() -> new UsageException("no http://host:port in " + text));
            case LINE ->
                Addresses.of(text)
                        .orElseThrow(() -> new UsageException(text + " is not host:port"));
        };
    }

    private void pidOfLast(long pid) {
        if (others.isEmpty()) {
            throw new UsageException("--pid comes after the " + serverOption() + " it belongs to");
        }
        Subject last = others.removeLast();
        others.add(new Subject(last.name(), last.address(), OptionalLong.of(pid)));
    }
}
