package io.holdfast.sim.cluster.check;

import java.util.ArrayList;
import java.util.List;

/** What the checkers have found, in the order of simulated time. */
public final class Findings {

    /** The checkers. */
    public enum Checker {
        /** A client was told what the log does not say. */
        ANSWER,
        /** A client was told that nothing was changed, and the log says otherwise. */
        REFUSAL,
        /** Two clients held one thing at the same time, each by its own clock. */
        HOLDERS,
        /** A later grant had no higher fence. */
        FENCE,
        /** A client that came later was served first. */
        ORDER,
        /** One request id had two effects. */
        REPEAT,
        /** A read did not see what had been acknowledged before it. */
        READ,
        /** A wait was granted to a client whose token was revoked. */
        REVOKED,
        /** Two members had different states at the same index. */
        STATE,
        /** The state breaks one of its own rules. */
        INSPECTION,
        /** Log time went faster than real time. */
        TIME,
        /** A request did not end, or a member did not serve, after the faults had stopped. */
        LIVENESS,
        /** Something is still held or waited for after everything was released. */
        LEAK,
        /** A call got two answers. */
        TWICE,
        /** A member failed with an exception. */
        CRASH,
        /** The model of Raft broke a guarantee of Raft: a bug of the simulator itself. */
        MODEL
    }

    /** One finding. */
    public record Finding(Checker checker, long nanos, String text) {
        @Override
        public String toString() {
            return checker + " at " + nanos / 1_000_000 + " ms: " + text;
        }
    }

    private static final int MAX = 20;

    private final List<Finding> all = new ArrayList<>();

    public void add(Checker checker, long nanos, String text) {
        if (all.size() < MAX) {
            all.add(new Finding(checker, nanos, text));
        }
    }

    public List<Finding> all() {
        return List.copyOf(all);
    }

    public boolean none() {
        return all.isEmpty();
    }
}
