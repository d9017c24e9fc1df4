package io.holdfast.server.pools;

import io.holdfast.server.net.RateLimiter;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps guessing and filling slow, for each address. Whoever asks for unknown pools too often is
 * not answered at all for a while: to refuse only what is unknown would answer the guess.
 */
final class GuessThrottle {

    /** So many seconds' worth may come at once. */
    private static final int BURST_SECONDS = 10;

    private final LongSupplier nanos;
    private final @Nullable RateLimiter unknown;
    private final @Nullable RateLimiter creations;

    /** A rate of zero means no limit. */
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

    /** For how many seconds the address is not answered; zero where it is. */
    long closedSeconds(String address) {
        RateLimiter limiter = unknown;
        if (limiter == null || limiter.isUnused()) {
            return 0;
        }
        long now = nanos.getAsLong();
        return limiter.waitSeconds(limiter.bucket(address, now), now);
    }

    /** The address asked for a pool that there is not. */
    void unknown(String address) {
        RateLimiter limiter = unknown;
        if (limiter != null) {
            long now = nanos.getAsLong();
            limiter.charge(limiter.bucket(address, now), now);
        }
    }

    /** Takes the right to make one pool, where there is one left. */
    boolean takeCreation(String address) {
        RateLimiter limiter = creations;
        if (limiter == null) {
            return true;
        }
        long now = nanos.getAsLong();
        return limiter.take(limiter.bucket(address, now), now) == 0;
    }

    /** The pool was there already, or was not made for another reason. */
    void giveCreationBack(String address) {
        RateLimiter limiter = creations;
        if (limiter != null) {
            limiter.giveBack(limiter.bucket(address, nanos.getAsLong()));
        }
    }

    /** After how many seconds the address may make another pool. */
    long creationSeconds(String address) {
        RateLimiter limiter = creations;
        if (limiter == null) {
            return 1;
        }
        long now = nanos.getAsLong();
        return Math.max(1, limiter.waitSeconds(limiter.bucket(address, now), now));
    }
}
