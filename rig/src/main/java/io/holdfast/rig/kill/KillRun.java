package io.holdfast.rig.kill;

import io.holdfast.rig.process.ServerCommand;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Kills the server again and again, with {@code kill -9} and at random moments of a load, and looks
 * after each restart for what was lost.
 *
 * @param kills how often
 * @param clients how many ask at once
 * @param seed of all that is random; the moments at which processes act are not
 */
public record KillRun(int kills, int clients, long seed) {

    /** The kill comes after so many requests, however fast the machine is. */
    private static final int REQUESTS_MIN = 200;

    private static final int REQUESTS_MAX = 3000;
    private static final long LOAD_MILLIS_MAX = 10_000;

    /** In one round out of so many the new process is killed as well, while it starts. */
    private static final int KILLED_AT_START = 5;

    private static final int START_MILLIS_MAX = 900;

    /** Few, so that kills also hit snapshots, and starts read them. */
    static final String SNAPSHOT_ENTRIES = "500";

    /** Runs on data in the directory; stops early where something is found. */
    public KillReport run(Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        ServerCommand command = ServerCommand.durable(
                directory.resolve("data"), "--snapshot-entries", SNAPSHOT_ENTRIES);
        return run(command, directory, say);
    }

    /** As {@link #run(Path, Consumer)}, against any server. */
    public KillReport run(ServerCommand command, Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        say.accept("seed " + seed + ", " + kills + " kills, " + clients + " clients");
        Random random = new Random(seed);
        int done = 0;
        try (Campaign campaign = new Campaign(command, directory, clients, random.nextLong())) {
            while (done < kills && campaign.findings().none()) {
                int requests = random.nextInt(REQUESTS_MIN, REQUESTS_MAX);
                campaign.load(server -> {
                    awaitRequests(campaign, requests);
                    server.kill();
                });
                done++;
                if (random.nextInt(KILLED_AT_START) == 0 && done < kills) {
                    campaign.restartAndKill(command, random.nextInt(START_MILLIS_MAX));
                    done++;
                }
                campaign.restart(command);
                campaign.check();
                say.accept("kill " + done + ": " + KillReport.progress(campaign));
            }
            return KillReport.of(this, done, campaign);
        }
    }

    private static void awaitRequests(Campaign campaign, int requests) {
        long wanted = campaign.tally().requests.sum() + requests;
        long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOAD_MILLIS_MAX);
        while (campaign.tally().requests.sum() < wanted && System.nanoTime() < endNanos) {
            LockSupport.parkNanos(100_000);
        }
    }
}
