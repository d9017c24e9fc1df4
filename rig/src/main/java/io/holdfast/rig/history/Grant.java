package io.holdfast.rig.history;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of one acknowledged grant. The server decided at some time between a request and
 * its answer, so there is an earliest and a latest end; a lost answer widens the gap.
 */
final class Grant {

    /** How far the clocks of server and client may seem apart. */
    static final long MARGIN_NANOS = 100_000_000L;

    private static final long NEVER = Long.MAX_VALUE;

    final Resource resource;
    final long fence;

    /** When the request was sent that led to it, acquire or enqueue. */
    final long askedNanos;

    final long toldNanos;

    /** When its place in the queue was acknowledged; {@code Long.MAX_VALUE} if it had none. */
    final long queuedNanos;

    private Lease lease;

    /** Renewals after that lease whose answers were lost. */
    private final List<Lease> perhaps = new ArrayList<>();

    private boolean ended;
    private long endAskedNanos = NEVER;
    private long perhapsEndAskedNanos = NEVER;

    private record Lease(long askedNanos, long toldNanos, long ttlNanos) {

        long earliestEndNanos() {
            return askedNanos + ttlNanos;
        }

        long latestEndNanos() {
            return toldNanos + ttlNanos;
        }
    }

    /** {@code leaseAskedNanos} is when the request was sent that started the lease. */
    Grant(
            Resource resource,
            long fence,
            long askedNanos,
            long toldNanos,
            long queuedNanos,
            long leaseAskedNanos,
            long ttlNanos) {
        this.resource = resource;
        this.fence = fence;
        this.askedNanos = askedNanos;
        this.toldNanos = toldNanos;
        this.queuedNanos = queuedNanos;
        this.lease = new Lease(leaseAskedNanos, toldNanos, ttlNanos);
    }

    long fence() {
        return fence;
    }

    void renewed(long askedNanos, long toldNanos, long ttlNanos) {
        lease = new Lease(askedNanos, toldNanos, ttlNanos);
        perhaps.clear();
        // It is held after the event that may have ended it, so that event did not occur.
        perhapsEndAskedNanos = NEVER;
    }

    /** A renewal whose answer was lost; it was applied by the given time or not at all. */
    void perhapsRenewed(long askedNanos, long latestNanos, long ttlNanos) {
        perhaps.add(new Lease(askedNanos, latestNanos, ttlNanos));
    }

    void released(long askedNanos) {
        if (!ended) {
            ended = true;
            endAskedNanos = Math.min(askedNanos, perhapsEndAskedNanos);
        }
    }

    void perhapsReleased(long askedNanos) {
        perhapsEndAskedNanos = Math.min(perhapsEndAskedNanos, askedNanos);
    }

    /** The server refused it: a lost release or the end of its lease ended it. */
    void over() {
        if (!ended) {
            ended = true;
            endAskedNanos = perhapsEndAskedNanos;
        }
    }

    boolean ended() {
        return ended;
    }

    /** Returns whether it is held at that time, in every outcome of the lost answers. */
    boolean surelyHeldAt(long nanos) {
        return !ended
                && perhapsEndAskedNanos == NEVER
                && nanos < earliestLeaseEndNanos() - MARGIN_NANOS;
    }

    /** Returns whether it has ended by that time, in every outcome of the lost answers. */
    boolean surelyOverAt(long nanos) {
        return ended || nanos > latestLeaseEndNanos() + MARGIN_NANOS;
    }

    /** Returns the first time at which another client could have got it. */
    long earliestEndNanos() {
        long asked = Math.min(endAskedNanos, perhapsEndAskedNanos);
        return Math.min(asked, earliestLeaseEndNanos());
    }

    private long earliestLeaseEndNanos() {
        long earliest = lease.earliestEndNanos();
        for (Lease other : perhaps) {
            earliest = Math.min(earliest, other.earliestEndNanos());
        }
        return earliest;
    }

    private long latestLeaseEndNanos() {
        long latest = lease.latestEndNanos();
        for (Lease other : perhaps) {
            latest = Math.max(latest, other.latestEndNanos());
        }
        return latest;
    }

    /** Returns whether it was released, or may have been. */
    boolean maybeReleased() {
        return Math.min(endAskedNanos, perhapsEndAskedNanos) != NEVER;
    }

    @Override
    public String toString() {
        return resource.name() + " fence " + fence;
    }
}
