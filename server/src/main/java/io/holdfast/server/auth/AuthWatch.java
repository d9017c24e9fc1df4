package io.holdfast.server.auth;

import io.holdfast.server.net.RateLimiter;
import io.holdfast.server.net.Remote;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Slows down credential guessing, across all listeners. Requests of an address with too many wrong
 * credentials are rejected for a while without a check, because a check would answer the guess.
 *
 * <p>Threading: any thread; never blocks.
 */
public final class AuthWatch {

    /** No limit and no listener. */
    public static final AuthWatch NONE = new AuthWatch(0, (dialect, who, what, address, why) -> {});

    /** The burst size, in seconds of the rate. */
    private static final int BURST_SECONDS = 10;

    /** Failures reported per second; further ones are counted and reported with the next. */
    private static final int TOLD_PER_SECOND = 50;

    private static final String ALL = "all";

    private final @Nullable RateLimiter failures;
    private final RateLimiter told = new RateLimiter(TOLD_PER_SECOND, 0, System.nanoTime());
    private final AtomicLong untold = new AtomicLong();
    private final Listener listener;

    /** Is notified of failures. */
    public interface Listener {

        /**
         * Reports a failure to be audited.
         *
         * @param who null if it is unknown
         * @param what the requested operation; empty if authentication failed
         */
        void refused(
                String dialect, @Nullable Principal who, String what, String address, String why);

        /** Counts every failure. */
        default void counted() {}
    }

    /** @param perSecond wrong credentials per second and address; 0 means no limit */
    public AuthWatch(int perSecond, Listener listener) {
        this.failures = perSecond == 0
                ? null
                : new RateLimiter(perSecond, perSecond * BURST_SECONDS, System.nanoTime());
        this.listener = listener;
    }

    /** Returns for how many seconds the address is blocked; 0 if it is not. */
    public long closedSeconds(InetAddress address, long nowNanos) {
        RateLimiter limiter = failures;
        return limiter == null || limiter.isUnused()
                ? 0
                : limiter.waitSeconds(limiter.bucket(address, nowNanos), nowNanos);
    }

    /**
     * Reports failed authentication.
     *
     * @param guessed whether a credential was presented; only that can be a guess
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

    /** Reports that an authenticated principal is not authorized by its role. */
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
