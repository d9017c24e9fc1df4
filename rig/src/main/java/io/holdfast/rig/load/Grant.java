package io.holdfast.rig.load;

import java.util.ArrayList;
import java.util.List;

/**
 * What the clients know of one acknowledged grant. An instant is known only as the time between
 * asking and being told, so there is an earliest and a latest end; a request whose answer was lost
 * widens the gap. Guarded by itself.
 */
public final class Grant {

    /** How far the clocks of server and client may seem apart. */
    public static final long MARGIN_NANOS = 100_000_000L;

    private static final long NEVER = Long.MAX_VALUE;

    final Key key;
    final String session;
    final String token;
    final long fence;

    /** Of the request that led to it, acquire or enqueue. */
    final long askedNanos;

    final long toldNanos;

    /** When its place in the line was acknowledged; {@code Long.MAX_VALUE} where it had none. */
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
    public Grant(
            Key key,
            String session,
            String token,
            long fence,
            long askedNanos,
            long toldNanos,
            long queuedNanos,
            long leaseAskedNanos,
            long ttlNanos) {
        this.key = key;
        this.session = session;
        this.token = token;
        this.fence = fence;
        this.askedNanos = askedNanos;
        this.toldNanos = toldNanos;
        this.queuedNanos = queuedNanos;
        this.lease = new Lease(leaseAskedNanos, toldNanos, ttlNanos);
    }

    public Key key() {
        return key;
    }

    public long fence() {
        return fence;
    }

    /** When its client heard of it. */
    public long toldNanos() {
        return toldNanos;
    }

    public synchronized void renewed(long askedNanos, long toldNanos, long ttlNanos) {
        lease = new Lease(askedNanos, toldNanos, ttlNanos);
        perhaps.clear();
        // It is held after the event that may have ended it, so that event did not occur.
        perhapsEndAskedNanos = NEVER;
    }

    /** A renewal whose answer was lost; it was done by the given instant or not at all. */
    public synchronized void perhapsRenewed(long askedNanos, long latestNanos, long ttlNanos) {
        perhaps.add(new Lease(askedNanos, latestNanos, ttlNanos));
    }

    public synchronized void released(long askedNanos) {
        if (!ended) {
            ended = true;
            endAskedNanos = Math.min(askedNanos, perhapsEndAskedNanos);
        }
    }

    public synchronized void perhapsReleased(long askedNanos) {
        perhapsEndAskedNanos = Math.min(perhapsEndAskedNanos, askedNanos);
    }

    /** What may have ended it did not happen. */
    public synchronized void notReleased() {
        perhapsEndAskedNanos = NEVER;
    }

    /** The server says that it is over, by a lost release or by its lease. */
    public synchronized void over() {
        if (!ended) {
            ended = true;
            endAskedNanos = perhapsEndAskedNanos;
        }
    }

    public synchronized boolean ended() {
        return ended;
    }

    /** Returns whether it is held at that time, in every outcome of the lost answers. */
    public synchronized boolean surelyHeldAt(long nanos) {
        return !ended
                && perhapsEndAskedNanos == NEVER
                && nanos < earliestLeaseEndNanos() - MARGIN_NANOS;
    }

    /** Returns whether it has ended by that time, in every outcome of the lost answers. */
    public synchronized boolean surelyOverAt(long nanos) {
        return ended || nanos > latestLeaseEndNanos() + MARGIN_NANOS;
    }

    /** Returns the first time at which another client could have got it. */
    public synchronized long earliestEndNanos() {
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

    /** Whether it ended, or may have ended, otherwise than by its lease. */
    synchronized boolean perhapsGivenBack() {
        return Math.min(endAskedNanos, perhapsEndAskedNanos) != NEVER;
    }

    @Override
    public String toString() {
        return key.name() + " fence " + fence;
    }
}
