package io.holdfast.rig.claims;

import io.holdfast.rig.load.Findings;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Clients of claims at work for a time, while the server is killed or stopped and started again.
 *
 * @param clients how many at once
 * @param resources how many they share
 * @param turnsBetween how many turns are taken between two restarts
 * @param restarts how often; where seconds are given, at least so often
 * @param seconds for how long at least
 */
public record ClaimsRun(
        int clients, int resources, int turnsBetween, int restarts, long seconds, long seed) {

    private static final long PATIENCE_SECONDS = 60;

    /** What came of it. */
    public record Report(
            Findings findings,
            int restarts,
            long turns,
            long renewals,
            long conflicts,
            long withdrawals,
            long validations,
            long retries) {

        @Override
        public String toString() {
            return turns + " turns, " + renewals + " renewals, " + validations + " validations, "
                    + conflicts + " unsuccessful polls, " + withdrawals + " withdrawals, " + retries
                    + " requests tried again, " + restarts + " restarts";
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
        say.accept("seed " + seed + ", " + clients + " clients on " + resources + " resources");
        Random random = new Random(seed);
        Findings findings = new Findings();
        Holders holders = new Holders(findings);
        AtomicBoolean enough = new AtomicBoolean();
        AtomicInteger port = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        int done = 0;
        ServerProcess server = ServerProcess.start(command, directory);
        try {
            port.set(server.port());
            for (int i = 0; i < clients; i++) {
                threads.add(Thread.ofPlatform()
                        .name("claims-client-" + i)
                        .start(new ScriptedClient(
                                i,
                                random.nextLong(),
                                resources,
                                port::get,
                                enough::get,
                                findings,
                                holders)));
            }
            long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            while (findings.none() && (done < restarts || System.nanoTime() < endNanos)) {
                awaitTurns(holders, findings);
                boolean kill = random.nextInt(3) > 0;
                if (kill) {
                    server.kill();
                } else {
                    server.terminate();
                    server.awaitExit();
                }
                server = ServerProcess.start(command, directory);
                port.set(server.port());
                done++;
                say.accept((kill ? "kill " : "stop ") + done + ": " + holders.turns + " turns");
            }
            awaitTurns(holders, findings);
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
                holders.turns.sum(),
                holders.renewals.sum(),
                holders.conflicts.sum(),
                holders.withdrawals.sum(),
                holders.validations.sum(),
                holders.retries.sum());
    }

    private void awaitTurns(Holders holders, Findings findings) {
        long wanted = holders.turns.sum() + turnsBetween;
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (holders.turns.sum() < wanted && findings.none() && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(1_000_000);
        }
        if (holders.turns.sum() < wanted) {
            findings.add(Findings.Kind.LOST, "no claim gets its turn any more");
        }
    }
}
