package io.holdfast.log.raft;

import io.holdfast.log.Clock;

/**
 * Log time on the node that leads. It goes on from the last batch that was applied when the node
 * became leader, with the pace of its monotonic clock: over a change of leader no time passes, so
 * that no lease is cut short.
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

    /** Whether the node, which leads in this term, knows the time. */
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
