package io.holdfast.core.query;

import org.jspecify.annotations.Nullable;

/**
 * Where the reading of a queue goes on. The counters over all nodes are taken with the first step;
 * the others walk some of the nodes, each in the order of the queue.
 *
 * @param score the score of the last node that the step passed
 * @param number the number of that node; zero before the first one
 * @param passed how many nodes of the list the page's walk has passed
 * @param listed how many items of the page were found
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

    /** What is read, in this order; a list of one person's work has no use for some of them. */
    public enum Step {
        /** Numbers that the index keeps. */
        COUNTERS,
        /** The viewer's own leases. */
        OWN,
        /** Nodes with a wake date. */
        SLEEPERS,
        /** What a person is assigned to or stewards. */
        AGENDA,
        /** The page's items; in a person's list those that the viewer works on. */
        ITEMS,
        /** In a person's list: items that the viewer reserved. */
        RESERVED_ITEMS,
        /** In a person's list: all other items. */
        OTHER_ITEMS,
        /** How many nodes each project has. */
        PROJECTS,
        END
    }

    /** The beginning of a step. */
    public static QueuePlace of(Step step, int passed, int listed) {
        return new QueuePlace(step, 0, 0, passed, listed, null);
    }

    /** The same step, after that node. */
    public QueuePlace after(int lastScore, long lastNumber, int nowPassed, int nowListed) {
        return new QueuePlace(step, lastScore, lastNumber, nowPassed, nowListed, null);
    }

    public boolean isEnd() {
        return step == Step.END;
    }
}
