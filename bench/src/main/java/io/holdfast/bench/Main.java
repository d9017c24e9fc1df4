package io.holdfast.bench;

import io.holdfast.bench.claims.ClaimsBench;
import io.holdfast.bench.command.Bench;
import io.holdfast.bench.command.UsageException;
import io.holdfast.bench.events.EventsBench;
import io.holdfast.bench.lists.ListsBench;
import io.holdfast.bench.locks.ClusterBench;
import io.holdfast.bench.locks.LocksBench;
import io.holdfast.bench.nodes.NodesBench;
import io.holdfast.bench.pools.PoolsBench;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** {@code ./dev bench NAME [options]}. */
public final class Main {

    static final int OK = 0;
    static final int INVALID = 1;
    static final int USAGE = 64;

    private Main() {}

    /** Exits with 0, with 1 if a row is invalid, or with 64 if the command line is invalid. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<Bench> benches = List.of(
                LocksBench.http(),
                LocksBench.line(),
                new PoolsBench(),
                new ClaimsBench(),
                new NodesBench(),
                new ListsBench(),
                new EventsBench(),
                new ClusterBench());
        System.exit(run(Arrays.asList(arguments), benches, System.out));
    }

    static int run(List<String> arguments, List<Bench> benches, PrintStream out)
            throws IOException, InterruptedException {
        Optional<Bench> chosen = benches.stream()
                .filter(bench -> !arguments.isEmpty())
                .filter(bench -> bench.name().equals(arguments.getFirst()))
                .findFirst();
        if (chosen.isEmpty() || arguments.contains("--help")) {
            chosen.map(List::of).orElse(benches).forEach(bench -> out.println(bench.usage()));
            return chosen.isPresent() ? OK : USAGE;
        }
        try {
            List<String> rest = arguments.subList(1, arguments.size());
            return chosen.get().run(rest, out) ? OK : INVALID;
        } catch (UsageException wrong) {
            out.println(wrong.getMessage());
            out.println(chosen.get().usage());
            return USAGE;
        }
    }
}
