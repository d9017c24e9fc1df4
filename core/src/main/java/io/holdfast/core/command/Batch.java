package io.holdfast.core.command;

import java.util.List;

/**
 * What is decided at one instant. A batch without proposals is a tick: it only moves time on.
 *
 * @param timeNanos log time, by which everything is decided
 * @param wallMillis the leader's wall clock, for display alone
 * @param number which batch of its process it is, from one, where it may come into the log twice;
 *     zero where it cannot
 * @param format in which it is written, which bounds what its commands can say
 */
public record Batch(
        long timeNanos, long wallMillis, long number, int format, List<Proposal> proposals) {

    public Batch(long timeNanos, long wallMillis, long number, List<Proposal> proposals) {
        this(timeNanos, wallMillis, number, Format.OLDEST, proposals);
    }

    public Batch(long timeNanos, long wallMillis, List<Proposal> proposals) {
        this(timeNanos, wallMillis, 0, proposals);
    }

    /** The same batch at another instant. */
    public Batch at(long otherNanos, long otherMillis) {
        return new Batch(otherNanos, otherMillis, number, format, proposals);
    }

    /** The same batch in the format of that level, or of the level that it raises to. */
    public Batch in(int level) {
        int written = level;
        for (Proposal proposal : proposals) {
            if (proposal.command() instanceof MemberCommand.RaiseFormat raise) {
                written = Math.max(written, raise.format());
            }
        }
        int format = written;
        List<Proposal> kept = proposals.stream().map(each -> each.in(format)).toList();
        return new Batch(timeNanos, wallMillis, number, format, kept);
    }
}
