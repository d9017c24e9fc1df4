package io.holdfast.log.engine;

import io.holdfast.log.Clock;

/**
 * Log time at a single member: continues from the last stamp at the pace of the monotonic clock. It
 * never goes back, and never advances by more than the time that really passed.
 */
final class LogTime implements TimeSource {

    private final Clock clock;
    private long baseNanos;
    private long baseMonotonicNanos;
    private long lastNanos;

    LogTime(Clock clock) {
        this.clock = clock;
        this.baseMonotonicNanos = clock.monotonicNanos();
    }

    /** Continues from the given log time. */
    void continueFrom(long logNanos) {
        baseNanos = logNanos;
        baseMonotonicNanos = clock.monotonicNanos();
        lastNanos = logNanos;
    }

    @Override
    public boolean stampsOwn() {
        return true;
    }

    @Override
    public boolean ticks() {
        return true;
    }

    @Override
    public long nowNanos() {
        long elapsedNanos = clock.monotonicNanos() - baseMonotonicNanos;
        lastNanos = Math.max(lastNanos, baseNanos + elapsedNanos);
        return lastNanos;
    }

    @Override
    public long monotonicAt(long logNanos) {
        return baseMonotonicNanos + (logNanos - baseNanos);
    }
}
