package io.holdfast.cli.bench;

import io.holdfast.cli.common.Command;
import io.holdfast.cli.common.CommandFailure;
import io.holdfast.cli.common.Console;
import io.holdfast.cli.common.ExitCode;
import io.holdfast.cli.common.Flags;
import io.holdfast.cli.common.Helpful;
import io.holdfast.cli.common.ServerFlags;
import io.holdfast.cli.common.Table;
import io.holdfast.cli.common.Target;
import io.holdfast.client.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code holdfast bench}: how fast this machine acquires and releases locks. */
public final class BenchCommand implements Command {

    private static final int CLIENTS_MAX = 1000;
    private static final int SECONDS_MAX = 3600;
    private static final Duration WARM_UP = Duration.ofSeconds(1);

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("bench");
        Helpful.describe(
                spec,
                "Acquires and releases locks as fast as the server answers, and prints pairs for"
                        + " each second and how long a pair takes. Each client has a session and a"
                        + " lock of its own; with --key all of them take turns on one lock. The"
                        + " first second is not counted. It loads the server: do not run it beside"
                        + " real work.",
                "holdfast bench",
                "holdfast bench --clients 32 --seconds 30",
                "holdfast bench --key shared --clients 4 -o json");
        Flags.value(spec, "N", "How many clients. Default: 8.", "--clients");
        Flags.value(spec, "N", "For how many seconds. Default: 10.", "--seconds");
        Flags.value(spec, "NAME", "One lock for all clients.", "--key");
        Flags.output(spec);
        ServerFlags.addTo(spec);
        return spec;
    }

    @Override
    public int run(ParseResult arguments, Console console) throws CommandFailure {
        int clients = Flags.number(arguments, "--clients", 8, 1, CLIENTS_MAX);
        int seconds = Flags.number(arguments, "--seconds", 10, 1, SECONDS_MAX);
        boolean json = Flags.json(arguments);
        String shared = Flags.text(arguments, "--key");
        Target target = ServerFlags.target(arguments, console);
        String prefix = "bench-" + UUID.randomUUID() + "-";
        List<Pairs> all = new ArrayList<>();
        for (int number = 1; number <= clients; number++) {
            String key = shared == null ? prefix + number : shared;
            all.add(new Pairs(target, key, shared != null));
        }
        Latencies latencies = new Latencies();
        try {
            Pairs.run(all, WARM_UP, Duration.ofSeconds(seconds));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Pairs pairs : all) {
            latencies.addAll(pairs.latencies());
        }
        console.out().print(json ? json(latencies, clients, seconds) : text(latencies, seconds));
        return verdict(all, latencies, console);
    }

    private static int verdict(List<Pairs> all, Latencies latencies, Console console)
            throws CommandFailure {
        List<String> problems =
                all.stream().map(Pairs::problem).filter(p -> !p.isEmpty()).toList();
        if (problems.isEmpty()) {
            return ExitCode.OK.number();
        }
        if (latencies.total() == 0) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, problems.getFirst());
        }
        console.err()
                .println("holdfast: " + problems.size() + " of " + all.size()
                        + " clients stopped early: " + problems.getFirst());
        return ExitCode.REFUSED.number();
    }

    private static String text(Latencies latencies, int seconds) {
        Table table = new Table("PAIRS", "PAIRS/S", "P50", "P99", "MAX");
        table.row(
                String.valueOf(latencies.total()),
                String.valueOf(latencies.total() / seconds),
                millis(latencies.nanos(0.5)),
                millis(latencies.nanos(0.99)),
                millis(latencies.maxNanos()));
        return table.text();
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    }

    private static String json(Latencies latencies, int clients, int seconds) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("clients", (long) clients);
        row.put("seconds", (long) seconds);
        row.put("pairs", latencies.total());
        row.put("pairs_per_s", latencies.total() / seconds);
        row.put("p50_ms", latencies.nanos(0.5) / 1e6);
        row.put("p99_ms", latencies.nanos(0.99) / 1e6);
        row.put("max_ms", latencies.maxNanos() / 1e6);
        return Json.write(row) + "\n";
    }
}
