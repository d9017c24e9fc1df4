package io.holdfast.bench.locks;

import io.holdfast.bench.command.Options;
import io.holdfast.bench.report.Surroundings;
import io.holdfast.bench.servers.Yardstick;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where and how a run was measured, described for the report. */
final class Setting {

    private static final String GENERATOR =
            "generator core is the share of one core that the load generator used: near 100 %"
                    + " the generator is the bottleneck, and the server's CPU per pair is the"
                    + " figure to compare.";

    private Setting() {}

    static List<String> describe(Options options, Path directory, List<Yardstick> yardsticks)
            throws IOException {
        return List.of(
                Surroundings.machine(),
                Surroundings.quiet(),
                timing(options),
                Surroundings.disk(directory),
                versions(yardsticks));
    }

    static List<String> legend() {
        return List.of(
                "A pair is two requests, one after the other, on one connection that stays open:"
                        + " acquire and release (locks), two GETs of a fixed reply (fixed), two"
                        + " SETs of 32 bytes (redis), lock and unlock by etcd's JSON gateway"
                        + " (etcd). An etcd connection creates one lease for all its locks.",
                "unique: a key for each connection. shared: one key for all, each acquire waits"
                        + " for its turn. memory: --ephemeral. durable: --data-dir. traced:"
                        + " memory with --otlp-endpoint; without it no request is traced.",
                "p50, p99 and p99.9 are of the whole pair; in a handover row they are of the time"
                        + " from a release to the next waiter's reply, and pairs/s are handovers.",
                GENERATOR);
    }

    static List<String> lineLegend() {
        return List.of(
                "A pair is two requests, one after the other, on one connection that stays open:"
                        + " l and r of the line protocol (line), two pings of it (ping), acquire"
                        + " and release over HTTP (locks), two GETs of a fixed reply (fixed).",
                "unique: a key for each connection. shared: one key for all, each acquire waits"
                        + " for its turn. memory: --ephemeral. durable: --data-dir. Other names"
                        + " are the servers of --against.",
                "p50, p99 and p99.9 are of the whole pair.",
                GENERATOR);
    }

    private static String timing(Options options) {
        return String.format(
                Locale.ROOT,
                "Closed loop, one request at a time on each connection; %.1f s measured a row after"
                        + " %.1f s of warm-up, %.1f s of load before a server's first row;"
                        + " rounds: %d.",
                options.get(Options.SECONDS),
                options.get(Options.WARMUP),
                options.get(Options.SERVER_WARMUP),
                options.get(Options.ROUNDS));
    }

    private static String versions(List<Yardstick> yardsticks) {
        return "Yardsticks: "
                + yardsticks.stream()
                        .map(Yardstick::version)
                        .distinct()
                        .collect(Collectors.joining("; "))
                + ".";
    }
}
