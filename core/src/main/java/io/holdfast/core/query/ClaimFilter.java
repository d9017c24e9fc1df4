package io.holdfast.core.query;

import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;

import org.jspecify.annotations.Nullable;

/** Selects the claims of a list: those that match every condition that is set. */
public record ClaimFilter(
        @Nullable String resource,
        @Nullable ClaimStatus status,
        Range createdSeconds,
        Range ttl,
        Range active,
        Range waiting) {

    public static final ClaimFilter ALL =
            new ClaimFilter(null, null, Range.OPEN, Range.OPEN, Range.OPEN, Range.OPEN);

    /** A range in seconds; both bounds are included. */
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

        /** Compares durations as they are shown, in whole microseconds. */
        boolean holdsNanos(long nanos) {
            return holds(Math.floorDiv(nanos, 1000L) / MICROS_PER_SECOND);
        }
    }

    /** Returns whether only resource and status are set, so that no claim must be examined. */
    public boolean onlyNames() {
        return createdSeconds.isOpen() && ttl.isOpen() && active.isOpen() && waiting.isOpen();
    }

    /** Returns whether a claim matches, except for the resource, which its state lacks. */
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
