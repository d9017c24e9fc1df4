package io.holdfast.client;

import java.time.Duration;

/** Converts durations to the units of the API. */
final class Durations {

    private static final Duration LONGEST = Duration.ofNanos(LockProtocol.FOREVER_NANOS);

    private Durations() {}

    /** Returns nanoseconds; longer than a century counts as for ever. */
    static long nanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(LONGEST) > 0 ? LockProtocol.FOREVER_NANOS : duration.toNanos();
    }

    /** Returns a ttl in whole seconds, rounded up. */
    static long ttlSeconds(Duration ttl) {
        if (ttl.isNegative() || ttl.isZero()) {
            throw new IllegalArgumentException("a ttl must be positive");
        }
        return ttl.plusSeconds(1).minusNanos(1).toSeconds();
    }

    /** Returns seconds with a fraction. */
    static double seconds(Duration duration) {
        return nanos(duration) / 1e9;
    }
}
