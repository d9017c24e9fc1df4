package io.holdfast.rig.cluster;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Layout;
import io.holdfast.rig.group.Loopback;
import io.holdfast.rig.group.Member;
import io.holdfast.rig.history.Findings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Kills the leader repeatedly under load, and measures the time until a request that was sent after
 * the kill is granted.
 */
public record FailoverRun(int nodes, int kills, int clients, long seed) {

    private static final long HEALTHY_SECONDS_MAX = 90;
    private static final long GRANT_SECONDS_MAX = 60;
    private static final long POLL_NANOS = 500_000;

    /** The result; times are sorted. */
    public record Report(
            int kills, int clients, long operations, List<Long> millis, Findings findings) {

        public Report {
            millis = millis.stream().sorted().toList();
        }

        public long p50() {
            return millis.isEmpty() ? -1 : millis.get(millis.size() / 2);
        }

        public long worst() {
            return millis.isEmpty() ? -1 : millis.getLast();
        }

        public boolean passed() {
            return findings.none() && millis.size() == kills;
        }

        @Override
        public String toString() {
            return kills + " kills of the leader under " + clients + " clients: next grant p50 "
                    + p50() + " ms, worst " + worst() + " ms; " + operations + " operations, "
                    + findings.total() + " violations";
        }
    }

    public Report run(Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        say.accept("seed " + seed + ", " + nodes + " members, " + clients + " clients");
        Random random = new Random(seed);
        List<Long> millis = new ArrayList<>();
        Findings findings = new Findings();
        long operations = 0;
        try (Group group = new Group(Layout.of(nodes), new Loopback(), directory)) {
            group.start();
            for (int kill = 0; kill < kills && findings.none(); kill++) {
                group.watch().awaitHealthy(HEALTHY_SECONDS_MAX);
                try (Load load = new Load(group, "f" + kill, clients, random.nextLong())) {
                    Thread.sleep(1_000 + random.nextInt(1_500));
                    Member leader = group.watch().awaitLeader(HEALTHY_SECONDS_MAX);
                    long killedNanos = System.nanoTime();
                    leader.kill();
                    millis.add(awaitGrant(load, killedNanos));
                    leader.launch();
                    group.watch().awaitHealthy(HEALTHY_SECONDS_MAX);
                    findings.addAll(load.verdict());
                    operations += load.operations();
                }
                say.accept("kill " + (kill + 1) + ": " + millis.getLast() + " ms");
            }
        }
        return new Report(kills, clients, operations, millis, findings);
    }

    private static long awaitGrant(Load load, long killedNanos) throws IOException {
        long endNanos = killedNanos + TimeUnit.SECONDS.toNanos(GRANT_SECONDS_MAX);
        while (load.lastGrantInvokedNanos() <= killedNanos) {
            if (System.nanoTime() > endNanos) {
                throw new IOException("no grant after " + GRANT_SECONDS_MAX + " s");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killedNanos);
    }
}
