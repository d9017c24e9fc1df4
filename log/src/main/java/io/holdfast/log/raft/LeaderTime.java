package io.holdfast.log.raft;

import io.holdfast.log.Clock;

/**
 * Log time at the leader. It continues from the last batch that was applied when this member became
 * leader, at the pace of its monotonic clock. No log time passes during a change of leader, so no
 * lease is shortened.
 */
final class LeaderTime {

    private static final long NONE = -1;

    private final Clock clock;
    private long term = NONE;
    private long baseNanos;
    private long baseMonotonicNanos;

    LeaderTime(Clock clock) {
        this.clock = clock;
    }

    synchronized void begin(long newTerm, long fromNanos) {
        if (newTerm > term) {
            term = newTerm;
            baseNanos = fromNanos;
            baseMonotonicNanos = clock.monotonicNanos();
        }
    }

    /** Returns whether this member knows the log time of this term. */
    synchronized boolean began(long inTerm) {
        return term == inTerm;
    }

    synchronized long nowNanos() {
        return baseNanos + (clock.monotonicNanos() - baseMonotonicNanos);
    }

    long wallMillis() {
        return clock.wallMillis();
    }
}
