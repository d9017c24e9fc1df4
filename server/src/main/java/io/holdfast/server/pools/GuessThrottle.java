package io.holdfast.server.pools;

import io.holdfast.server.net.RateLimiter;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the rate of guesses and of new pools per address. An address with too many requests for
 * unknown pools gets no answers for a while: rejecting only the unknown ones would confirm a
 * correct guess.
 */
final class GuessThrottle {

    /** The burst size, in seconds at the configured rate. */
    private static final int BURST_SECONDS = 10;

    private final LongSupplier nanos;
    private final @Nullable RateLimiter unknown;
    private final @Nullable RateLimiter creations;

    /** Creates the limits; a rate of zero means no limit. */
    GuessThrottle(int unknownPerSecond, int createdPerSecond, LongSupplier nanos) {
        this.nanos = nanos;
        this.unknown = limiter(unknownPerSecond);
        this.creations = limiter(createdPerSecond);
    }

    private @Nullable RateLimiter limiter(int perSecond) {
        return perSecond == 0
                ? null
                : new RateLimiter(perSecond, perSecond * BURST_SECONDS, nanos.getAsLong());
    }

    /** Returns for how many seconds the address is blocked; zero if it is not. */
    long closedSeconds(String address) {
        RateLimiter limiter = unknown;
        if (limiter == null || limiter.isUnused()) {
            return 0;
        }
        long now = nanos.getAsLong();
        return limiter.waitSeconds(limiter.bucket(address, now), now);
    }

    /** Records that the address requested an unknown pool. */
    void unknown(String address) {
        RateLimiter limiter = unknown;
        if (limiter != null) {
            long now = nanos.getAsLong();
            limiter.charge(limiter.bucket(address, now), now);
        }
    }

    /** Takes a permit to create one pool, and returns whether one was left. */
    boolean takeCreation(String address) {
        RateLimiter limiter = creations;
        if (limiter == null) {
            return true;
        }
        long now = nanos.getAsLong();
        return limiter.take(limiter.bucket(address, now), now) == 0;
    }

    /** Returns a permit that was not used to create a pool. */
    void giveCreationBack(String address) {
        RateLimiter limiter = creations;
        if (limiter != null) {
            limiter.giveBack(limiter.bucket(address, nanos.getAsLong()));
        }
    }

    /** Returns after how many seconds the address may create another pool. */
    long creationSeconds(String address) {
        RateLimiter limiter = creations;
        if (limiter == null) {
            return 1;
        }
        long now = nanos.getAsLong();
        return Math.max(1, limiter.waitSeconds(limiter.bucket(address, now), now));
    }
}
