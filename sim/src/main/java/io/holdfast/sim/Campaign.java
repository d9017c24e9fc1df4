package io.holdfast.sim;

/** Runs many histories, one seed after the other, until one fails. */
final class Campaign {

    /** Long enough for states to grow, and short enough to shrink a failure in seconds. */
    static final int STEPS = 2_000;

    private final Episode episode;
    private final int steps;

    Campaign(Episode episode, int steps) {
        this.episode = episode;
        this.steps = steps;
    }

    /** Returns the failure as text that can be read and run again; empty if there is none. */
    String run(long firstSeed, long commands) {
        long seed = firstSeed;
        for (long done = 0; done < commands; done += steps) {
            Episode.Result result = episode.run(seed, steps);
            if (result.failed()) {
                return report(result);
            }
            seed++;
        }
        return "";
    }

    String report(Episode.Result found) {
        Episode.Result small = episode.shrink(found);
        return "seed 0x" + Long.toHexString(found.seed()) + " fails: " + small.failure()
                + "\n\n" + ScenarioText.of(small.swarm(), small.actions())
                + "\n./dev sim --seed 0x" + Long.toHexString(found.seed()) + " --commands "
                + found.steps() + "\n";
    }
}
