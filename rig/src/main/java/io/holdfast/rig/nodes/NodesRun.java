package io.holdfast.rig.nodes;

import io.holdfast.rig.load.Findings;
import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.nodes.Acknowledged.Lease;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Workers on nodes for a time, while the server is killed and started again. After each start, and
 * before the workers find it, every node, edge and lease that was acknowledged is looked for.
 *
 * @param workers how many at once
 * @param turnsBetween how many turns are taken between two kills
 * @param kills how many; where seconds are given, at least so many
 * @param seconds for how long at least
 */
public record NodesRun(int workers, int turnsBetween, int kills, long seconds, long seed) {

    private static final long PATIENCE_SECONDS = 120;

    /** What came of it. */
    public record Report(
            Findings findings,
            int kills,
            int nodes,
            long edges,
            long leasesChecked,
            long turns,
            long renewals,
            long conflicts,
            long retries) {

        @Override
        public String toString() {
            return kills + " kills, " + nodes + " nodes, " + edges + " edges, " + leasesChecked
                    + " live leases looked for after kills, " + turns + " turns, " + renewals
                    + " renewals, " + conflicts + " conflicts, " + retries
                    + " requests tried again";
        }
    }

    public Report run(Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        ServerCommand command =
                ServerCommand.durable(directory.resolve("data"), "--snapshot-entries", "500");
        return run(command, directory, say);
    }

    /** As {@link #run(Path, Consumer)}, against any server. */
    public Report run(ServerCommand command, Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        say.accept("seed " + seed + ", " + workers + " workers");
        Random random = new Random(seed);
        Findings findings = new Findings();
        Acknowledged acknowledged = new Acknowledged(findings);
        AtomicBoolean enough = new AtomicBoolean();
        AtomicInteger port = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        int done = 0;
        long leases = 0;
        ServerProcess server = ServerProcess.start(command, directory);
        try {
            port.set(server.port());
            for (int i = 0; i < workers; i++) {
                threads.add(Thread.ofPlatform()
                        .name("node-worker-" + i)
                        .start(new Worker(
                                "w" + i,
                                random.nextLong(),
                                port::get,
                                enough::get,
                                findings,
                                acknowledged)));
            }
            long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (findings.none() && (done < kills || System.nanoTime() < endNanos)) {
                awaitTurns(acknowledged, findings);
                server.kill();
                server = ServerProcess.start(command, directory);
                leases += check(server.port(), acknowledged, findings);
                port.set(server.port());
                done++;
                say.accept("kill " + done + ": " + acknowledged.turns + " turns");
            }
            awaitTurns(acknowledged, findings);
        } finally {
            enough.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            server.close();
        }
        return new Report(
                findings,
                done,
                acknowledged.nodes().size(),
                acknowledged.nodes().values().stream().mapToLong(List::size).sum(),
                leases,
                acknowledged.turns.sum(),
                acknowledged.renewals.sum(),
                acknowledged.conflicts.sum(),
                acknowledged.retries.sum());
    }

    /** Looks for all that was acknowledged; how many leases were among it. */
    private static int check(int port, Acknowledged acknowledged, Findings findings)
            throws IOException {
        // The leases first: a release that was sent meanwhile has not reached a server yet.
        List<Lease> leases = acknowledged.leases();
        try (Wire wire = new Wire(port, "auditor")) {
            for (Map.Entry<String, List<String>> node : acknowledged.nodes().entrySet()) {
                Reply reply = wire.ask(Request.get("/v1/nodes/" + node.getKey()));
                String raw = reply.text("raw");
                if (reply.status() != 200) {
                    findings.add(Kind.LOST, node.getKey() + ": " + reply.line());
                }
                for (String edge : node.getValue()) {
                    if (!raw.contains(edge)) {
                        findings.add(Kind.LOST, node.getKey() + " has not" + edge.stripTrailing());
                    }
                }
                for (Lease lease : leases) {
                    String edge = "  - {type: assigned, to: person-" + lease.person() + "}\n";
                    if (lease.node().equals(node.getKey()) && !raw.contains(edge)) {
                        findings.add(Kind.LOST, lease + " has no edge");
                    }
                }
            }
        }
        for (Lease lease : leases) {
            // Another person is rejected with the name of the holder and the fence.
            try (Wire wire = new Wire(port, "auditor")) {
                Reply reply = wire.ask(
                        Request.post("/v1/nodes/" + lease.node() + "/release", null, "{}"));
                Object fence = reply.json().get("holder") instanceof Map<?, ?> holder
                                && ("person-" + lease.person()).equals(holder.get("by"))
                        ? holder.get("fence")
                        : null;
                if (!(fence instanceof Number number) || number.longValue() != lease.fence()) {
                    findings.add(Kind.LOST, lease + " is held, and " + reply.line());
                }
            }
        }
        return leases.size();
    }

    private void awaitTurns(Acknowledged acknowledged, Findings findings) {
        long wanted = acknowledged.turns.sum() + turnsBetween;
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (acknowledged.turns.sum() < wanted
                && findings.none()
                && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(1_000_000);
        }
        if (acknowledged.turns.sum() < wanted) {
            findings.add(Kind.LOST, "no worker gets a turn any more");
        }
    }
}
