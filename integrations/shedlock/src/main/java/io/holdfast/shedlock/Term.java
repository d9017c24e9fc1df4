package io.holdfast.shedlock;

import java.time.Duration;
import net.javacrumbs.shedlock.core.LockConfiguration;

/**
 * How long a lock lasts, by the monotonic clock, so that a change of the wall clock does not count.
 *
 * @param sinceNanos when the lock was requested or extended
 */
record Term(Duration atMost, Duration atLeast, long sinceNanos) {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /** Returns the term that begins now. */
    static Term of(LockConfiguration configuration) {
        return new Term(
                longer(configuration.getLockAtMostFor(), SHORTEST),
                configuration.getLockAtLeastFor(),
                System.nanoTime());
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - sinceNanos);
    }

    /** Returns how long it still has to be held after an unlock; zero if it can end now. */
    Duration leftAtLeast() {
        return longer(atLeast.minus(elapsed()), Duration.ZERO);
    }

    /** Returns how long it certainly lasts. */
    Duration leftAtMost() {
        return longer(atMost.minus(elapsed()), Duration.ZERO);
    }
}
