package io.holdfast.cli.run;

import io.holdfast.cli.guard.Posix;

import java.time.Duration;

/**
 * When the command of a lease gets TERM and KILL: early enough that it is dead before the server
 * can grant the lock to another client.
 *
 * <p>The client's clock stands still while the machine is suspended, and the guard's does not. So a
 * suspension shortens the times computed here for as long as a lease from before it may count.
 */
final class LeaseTimes {

    private static final Duration MARGIN_MIN = Duration.ofMillis(200);
    private static final Duration MARGIN_MAX = Duration.ofSeconds(1);
    private static final Duration GRACE_MAX = Duration.ofSeconds(5);

    /** Reading two clocks one after the other differs by less than this. */
    private static final long JITTER_NANOS = 50_000_000L;

    private final long ttlNanos;
    private final long graceNanos;
    private final long marginNanos;
    private long skewNanos = skew();
    private long skewChangedNanos;
    private boolean skewed;

    /** The times to give to the guard, in nanoseconds since the machine's start. */
    record Times(long termNanos, long killNanos) {}

    LeaseTimes(Duration ttl, Duration grace) {
        this.ttlNanos = ttl.toNanos();
        this.graceNanos = grace.toNanos();
        long share = ttlNanos / 20;
        this.marginNanos = Math.clamp(share, MARGIN_MIN.toNanos(), MARGIN_MAX.toNanos());
    }

    /** Returns the time between TERM and KILL if the user does not choose one. */
    static Duration grace(Duration ttl) {
        Duration quarter = ttl.dividedBy(4);
        return quarter.compareTo(GRACE_MAX) < 0 ? quarter : GRACE_MAX;
    }

    private static long skew() {
        return Posix.bootNanos() - System.nanoTime();
    }

    /** Returns the times for a lease that is held for this long without another renewal. */
    Times of(java.util.function.Supplier<Duration> remaining) {
        // The clock is read first: a pause between the two can only make the times earlier.
        long nowNanos = Posix.bootNanos();
        long heldNanos = remaining.get().toNanos();
        long killNanos = nowNanos + heldNanos - suspendedNanos() - marginNanos;
        return new Times(killNanos - graceNanos, killNanos);
    }

    private long suspendedNanos() {
        long current = skew();
        if (current - skewNanos < JITTER_NANOS) {
            skewed = false;
            return 0;
        }
        long now = System.nanoTime();
        if (!skewed) {
            skewed = true;
            skewChangedNanos = now;
        } else if (now - skewChangedNanos > ttlNanos) {
            // Every lease that still counts was renewed after the suspension.
            skewNanos = current;
            return 0;
        }
        return current - skewNanos;
    }
}
