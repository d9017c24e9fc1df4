package io.holdfast.core.command;

import java.util.List;

/**
 * What is decided at one instant. A batch without proposals is a tick: it only moves time on.
 *
 * @param timeNanos log time, by which everything is decided
 * @param wallMillis the leader's wall clock, for display alone
 * @param number which batch of its process it is, from one, where it may come into the log twice;
 *     zero where it cannot
 */
public record Batch(long timeNanos, long wallMillis, long number, List<Proposal> proposals) {

    public Batch(long timeNanos, long wallMillis, List<Proposal> proposals) {
        this(timeNanos, wallMillis, 0, proposals);
    }

    /** The same batch at another instant. */
    public Batch at(long otherNanos, long otherMillis) {
        return new Batch(otherNanos, otherMillis, number, proposals);
    }
}
