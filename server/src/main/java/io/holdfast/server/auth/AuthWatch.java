package io.holdfast.server.auth;

import io.holdfast.server.net.RateLimiter;
import io.holdfast.server.net.Remote;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Keeps guessing slow, over all listeners together. An address from which too many wrong
 * credentials came is not listened to for a while: to look at what it brings would answer its
 * guess.
 *
 * <p>Threading: any thread; nothing here waits.
 */
public final class AuthWatch {

    /** Nobody is slowed, and nobody wants to know. */
    public static final AuthWatch NONE = new AuthWatch(0, (dialect, who, what, address, why) -> {});

    /** So many seconds' worth may come at once. */
    private static final int BURST_SECONDS = 10;

    /** Failures told a second; the rest is counted and told with the next. */
    private static final int TOLD_PER_SECOND = 50;

    private static final String ALL = "all";

    private final @Nullable RateLimiter failures;
    private final RateLimiter told = new RateLimiter(TOLD_PER_SECOND, 0, System.nanoTime());
    private final AtomicLong untold = new AtomicLong();
    private final Listener listener;

    /** Hears of failures. */
    public interface Listener {

        /**
         * Hears of one that is worth writing down.
         *
         * @param who null where that was not found out
         * @param what what it asked for; empty where it did not get that far
         */
        void refused(
                String dialect, @Nullable Principal who, String what, String address, String why);

        /** Hears of every one, to count it. */
        default void counted() {}
    }

    /** @param perSecond wrong credentials of one address a second; zero means no limit */
    public AuthWatch(int perSecond, Listener listener) {
        this.failures = perSecond == 0
                ? null
                : new RateLimiter(perSecond, perSecond * BURST_SECONDS, System.nanoTime());
        this.listener = listener;
    }

    /** For how many seconds the address is not listened to; zero where it is. */
    public long closedSeconds(InetAddress address, long nowNanos) {
        RateLimiter limiter = failures;
        return limiter == null || limiter.isUnused()
                ? 0
                : limiter.waitSeconds(limiter.bucket(address, nowNanos), nowNanos);
    }

    /**
     * Somebody was not admitted.
     *
     * @param guessed whether a credential was brought; only that can be a guess
     */
    public void failed(
            String dialect, InetAddress address, boolean guessed, String why, long nowNanos) {
        RateLimiter limiter = failures;
        if (guessed && limiter != null) {
            limiter.charge(limiter.bucket(address, nowNanos), nowNanos);
        }
        listener.counted();
        tell(dialect, null, "", address, why, nowNanos);
    }

    /** Somebody who was admitted asked for what its role does not allow. */
    public void denied(
            String dialect,
            Principal who,
            String what,
            InetAddress address,
            String why,
            long nowNanos) {
        tell(dialect, who, what, address, why, nowNanos);
    }

    private void tell(
            String dialect,
            @Nullable Principal who,
            String what,
            InetAddress address,
            String why,
            long nowNanos) {
        if (told.take(told.bucketOf(ALL, nowNanos), nowNanos) > 0) {
            untold.incrementAndGet();
            return;
        }
        long more = untold.getAndSet(0);
        listener.refused(
                dialect,
                who,
                what,
                Remote.text(address),
                more == 0 ? why : why + ", and " + more + " more");
    }
}
