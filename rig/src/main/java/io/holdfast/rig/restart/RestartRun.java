package io.holdfast.rig.restart;

import io.holdfast.rig.history.Findings;
import io.holdfast.rig.restart.Campaign.Tally;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Ends a server repeatedly, mostly with {@code kill -9} and at random times under load, and checks
 * what its clients are told afterwards.
 *
 * @param kills how often at least
 * @param seconds for how long at least
 * @param seed for all random choices; the timing of processes is not reproducible
 */
public record RestartRun(Setup setup, int kills, long seconds, long seed) {

    /** A kill comes after so many operations, however fast the machine is. */
    private static final int OPERATIONS_MIN = 200;

    private static final int KILLS_EACH_ROUND = 5;

    /** One in so many times the new process is killed as well, while it starts. */
    private static final int KILLED_AT_START = 5;

    private static final int START_MILLIS_MAX = 900;

    /** The result. Restart times are sorted. */
    public record Report(
            RestartRun run, int kills, Tally tally, Findings findings, List<Long> restartMillis) {

        public boolean passed() {
            return findings.none();
        }

        @Override
        public String toString() {
            return kills + " restarts, " + tally.operations() + " operations, " + tally.grants()
                    + " grants, " + tally.unknown() + " unknown outcomes, "
                    + tally.survivors().held() + " grants found held after a restart, "
                    + findings.total() + " violations";
        }
    }

    /** Runs with the server's data in the directory. Stops early if a violation is found. */
    public Report run(Path directory, Consumer<String> say)
            throws IOException, InterruptedException {
        say.accept("seed " + seed + ", " + setup.clients() + " clients of " + setup.dialect());
        Random random = new Random(seed);
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int done = 0;
        try (Campaign campaign = new Campaign(setup, directory, random.nextLong())) {
            while (campaign.findings().none() && (done < kills || System.nanoTime() < endNanos)) {
                campaign.begin();
                int most = seconds > 0 ? done + KILLS_EACH_ROUND : kills;
                int until = Math.min(done + KILLS_EACH_ROUND, most);
                while (done < until && campaign.unharmed()) {
                    done += restart(campaign, random, until - done);
                    say.accept("restart " + done + ": " + campaign.operations()
                            + " operations in this round; first replies after "
                            + campaign.restartMillis() + " ms");
                }
                campaign.awaitOperations(OPERATIONS_MIN);
                campaign.check();
            }
            List<Long> millis = campaign.restartMillis().stream().sorted().toList();
            return new Report(this, done, campaign.tally(), campaign.findings(), millis);
        }
    }

    /** Ends the server and starts it again; returns how often, 0 after a violation. */
    private int restart(Campaign campaign, Random random, int most)
            throws IOException, InterruptedException {
        campaign.awaitOperations(random.nextInt(OPERATIONS_MIN, setup.operationsMax()));
        if (!campaign.unharmed()) {
            return 0;
        }
        if (random.nextInt(100) < setup.stopPercent()) {
            campaign.server().terminate();
        } else {
            campaign.server().kill();
        }
        boolean twice = most > 1 && random.nextInt(KILLED_AT_START) == 0;
        if (twice) {
            campaign.restartAndKill(random.nextInt(START_MILLIS_MAX));
        }
        campaign.restart();
        return twice ? 2 : 1;
    }
}
