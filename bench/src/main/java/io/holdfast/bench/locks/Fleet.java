package io.holdfast.bench.locks;

import io.holdfast.bench.command.Options;
import io.holdfast.bench.rows.BenchRun;
import io.holdfast.bench.servers.Holdfast;
import io.holdfast.bench.servers.Running;
import io.holdfast.bench.servers.Subject;
import io.holdfast.bench.servers.Yardstick;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers of one run. Each is started for its first row, and runs until the end. */
final class Fleet implements AutoCloseable {

    static final String MEMORY = "memory";
    static final String DURABLE = "durable";
    static final String TRACED = "traced";
    static final String NGINX = "nginx";
    static final String REDIS_MEMORY = "redis without fsync";
    static final String REDIS_FSYNC = "redis with fsync";
    static final String ETCD = "etcd";

    private static final Map<String, Yardstick> YARDSTICKS = Map.of(
            NGINX, Yardstick.NGINX,
            REDIS_MEMORY, Yardstick.REDIS_MEMORY,
            REDIS_FSYNC, Yardstick.REDIS_FSYNC,
            ETCD, Yardstick.ETCD);

    /** Nothing listens there, so the spans are made and then dropped. */
    private static final List<String> TRACE_FLAGS =
            List.of("--otlp-endpoint", "http://127.0.0.1:9");

    private final Options options;
    private final Path directory;
    private final Map<String, Running> running = new LinkedHashMap<>();
    private final Map<String, IOException> failures = new HashMap<>();

    Fleet(Options options, Path directory) {
        this.options = options;
        this.directory = directory;
    }

    /** Returns whether the server has the locks API. */
    static boolean speaksLocks(String name) {
        return !YARDSTICKS.containsKey(name);
    }

    /** Returns the server, started if necessary; empty for a yardstick that is not installed. */
    Optional<Subject> subject(String name, Transport transport)
            throws IOException, InterruptedException {
        Yardstick yardstick = YARDSTICKS.get(name);
        if (yardstick != null && yardstick.installed().isEmpty()) {
            return Optional.empty();
        }
        Running server = running.get(name);
        if (server == null) {
            server = start(name, yardstick);
            running.put(name, server);
        }
        return Optional.of(
                switch (transport) {
                    case HTTP -> server.subject();
                    case LINE -> server.line();
                });
    }

    /** A server that failed to start is not started again for each of its rows. */
    private Running start(String name, @Nullable Yardstick yardstick)
            throws IOException, InterruptedException {
        IOException before = failures.get(name);
        if (before != null) {
            throw before;
        }
        try {
            return yardstick == null ? lockServer(name) : yardstick.start(directory);
        } catch (IOException failure) {
            failures.put(name, failure);
            throw failure;
        }
    }

    /** Returns how the server ended, if the bench started it and it exited by itself. */
    Optional<String> ending(String name) {
        return Optional.ofNullable(running.get(name)).flatMap(Running::ending);
    }

    private Running lockServer(String name) throws IOException, InterruptedException {
        List<String> flags = name.equals(TRACED) ? TRACE_FLAGS : List.of();
        Holdfast holdfast = BenchRun.holdfast(options, flags);
        return switch (name) {
            case MEMORY, TRACED -> holdfast.memory(directory);
            case DURABLE -> holdfast.durable(directory);
            default -> Running.foreign(other(name));
        };
    }

    private Subject other(String name) {
        return options.get(LocksOptions.SERVER).stream()
                .filter(subject -> subject.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        running.values().forEach(Running::close);
    }
}
