package io.holdfast.core.query;

import org.jspecify.annotations.Nullable;

/**
 * The position at which a read of the queue continues. The first step takes the counters over all
 * nodes; each later step walks some of the nodes in the order of the queue.
 *
 * @param score the score of the last node that the step passed
 * @param number the number of that node; zero before the first one
 * @param passed number of listed nodes that the page's walk has passed
 * @param listed number of items found for the page
 * @param project the last project that was counted; null before the first one
 */
public record QueuePlace(
        Step step,
        int score,
        long number,
        int passed,
        int listed,
        @Nullable String project) {

    public static final QueuePlace START = of(Step.COUNTERS, 0, 0);
    public static final QueuePlace END = of(Step.END, 0, 0);

    /** The steps of a read, in order. A list of one person's work skips some of them. */
    public enum Step {
        /** Counters that the index keeps. */
        COUNTERS,
        /** The viewer's own leases. */
        OWN,
        /** Nodes with a wake date. */
        SLEEPERS,
        /** Nodes that a person is assigned to or stewards. */
        AGENDA,
        /** The page's items; in a person's list those that the viewer works on. */
        ITEMS,
        /** In a person's list: items that the viewer reserved. */
        RESERVED_ITEMS,
        /** In a person's list: all other items. */
        OTHER_ITEMS,
        /** The number of nodes per project. */
        PROJECTS,
        END
    }

    /** Returns the beginning of a step. */
    public static QueuePlace of(Step step, int passed, int listed) {
        return new QueuePlace(step, 0, 0, passed, listed, null);
    }

    /** Returns the same step, continued after the node. */
    public QueuePlace after(int lastScore, long lastNumber, int nowPassed, int nowListed) {
        return new QueuePlace(step, lastScore, lastNumber, nowPassed, nowListed, null);
    }

    public boolean isEnd() {
        return step == Step.END;
    }
}
