package io.holdfast.core.query;

import io.holdfast.core.command.ClaimStatus;

import org.jspecify.annotations.Nullable;

/** Which claims a list shows: those that fit every part that is not open. */
public record ClaimFilter(
        @Nullable String resource,
        @Nullable ClaimStatus status,
        Range createdSeconds,
        Range ttl,
        Range active,
        Range waiting) {

    public static final ClaimFilter ALL =
            new ClaimFilter(null, null, Range.OPEN, Range.OPEN, Range.OPEN, Range.OPEN);

    /** From and to in seconds, both included. */
    public record Range(double min, double max) {

        public static final Range OPEN =
                new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

        private static final double MICROS_PER_SECOND = 1e6;

        public boolean isOpen() {
            return min == Double.NEGATIVE_INFINITY && max == Double.POSITIVE_INFINITY;
        }

        boolean holds(double seconds) {
            return seconds >= min && seconds <= max;
        }

        /** Durations are compared as they are shown: in whole microseconds. */
        boolean holdsNanos(long nanos) {
            return holds(Math.floorDiv(nanos, 1000L) / MICROS_PER_SECOND);
        }
    }

    /** Whether resource and status say everything, so that no claim has to be looked at. */
    public boolean onlyNames() {
        return createdSeconds.isOpen() && ttl.isOpen() && active.isOpen() && waiting.isOpen();
    }

    /** Whether a claim fits, apart from its resource, which its state does not name. */
    public boolean fits(ClaimState claim) {
        if (status != null && claim.status() != status) {
            return false;
        }
        if (!ttl.isOpen()
                && (claim.status() != ClaimStatus.ACTIVE || !ttl.holdsNanos(claim.ttlNanos()))) {
            return false;
        }
        if (!active.isOpen() && (!claim.wasActive() || !active.holdsNanos(claim.activeNanos()))) {
            return false;
        }
        return (waiting.isOpen() || waiting.holdsNanos(claim.waitingNanos()))
                && (createdSeconds.isOpen()
                        || createdSeconds.holds(Math.floorDiv(claim.createdMillis(), 1000L)));
    }
}
