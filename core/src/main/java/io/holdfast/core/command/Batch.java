package io.holdfast.core.command;

import io.holdfast.core.value.Format;

import java.util.List;

/**
 * Commands that are decided at one log time. A batch without proposals is a tick: it only advances
 * time.
 *
 * @param timeNanos log time, on which all decisions are based
 * @param wallMillis the leader's wall clock, for display only
 * @param number the batch's number in its process, from one, if it may be logged twice; otherwise
 *     zero
 * @param format the format in which it is written, which limits the commands it can contain
 */
public record Batch(
        long timeNanos, long wallMillis, long number, int format, List<Proposal> proposals) {

    public Batch(long timeNanos, long wallMillis, long number, List<Proposal> proposals) {
        this(timeNanos, wallMillis, number, Format.OLDEST, proposals);
    }

    public Batch(long timeNanos, long wallMillis, List<Proposal> proposals) {
        this(timeNanos, wallMillis, 0, proposals);
    }

    /** Returns the same batch at another time. */
    public Batch at(long otherNanos, long otherMillis) {
        return new Batch(otherNanos, otherMillis, number, format, proposals);
    }

    /** Returns the same batch in the format of the level, or of the level that it raises to. */
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
