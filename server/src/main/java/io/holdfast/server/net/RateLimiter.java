package io.holdfast.server.net;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket for each address or other name, stored as one number: the time when the bucket is
 * full again. A full bucket is equal to a new one, so full buckets are removed when space is
 * needed, which bounds the memory. Beyond the bound, new names share one bucket.
 */
public final class RateLimiter {

    static final int ADDRESSES_MAX = 65_536;
    private static final long SWEEP_NANOS = 1_000_000_000;

    private final long intervalNanos;
    private final long burstNanos;
    private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final Bucket overflow;
    private final AtomicLong nextSweep;

    public RateLimiter(int ratePerSecond, int burst, long nowNanos) {
        this.intervalNanos = Math.max(1, 1_000_000_000L / ratePerSecond);
        this.burstNanos = intervalNanos * (burst == 0 ? ratePerSecond : burst);
        this.overflow = new Bucket(nowNanos);
        this.nextSweep = new AtomicLong(nowNanos);
    }

    /** Returns the bucket of an address; a connection caches it until it is forgotten. */
    public Bucket bucket(InetAddress address, long nowNanos) {
        return bucketOf(Remote.sender(address), nowNanos);
    }

    /** Returns the bucket of a name. */
    public Bucket bucketOf(String name, long nowNanos) {
        Bucket found = buckets.get(name);
        if (found != null) {
            return found;
        }
        if (buckets.size() >= ADDRESSES_MAX && !sweep(nowNanos)) {
            return overflow;
        }
        return buckets.computeIfAbsent(name, any -> new Bucket(nowNanos));
    }

    /** Returns the bucket of an address in text form, for callers without a connection. */
    public Bucket bucket(String address, long nowNanos) {
        Bucket found = buckets.get(address);
        return found != null ? found : bucket(InetAddress.ofLiteral(address), nowNanos);
    }

    /** Returns 0 if the request may pass, else the whole seconds until the next one may. */
    public long take(Bucket bucket, long nowNanos) {
        while (true) {
            long full = bucket.fullNanos.get();
            long base = full - nowNanos > 0 ? full : nowNanos;
            long next = base + intervalNanos;
            long excess = next - nowNanos - burstNanos;
            if (excess > 0) {
                return (excess + 999_999_999L) / 1_000_000_000L;
            }
            if (bucket.fullNanos.compareAndSet(full, next)) {
                return 0;
            }
        }
    }

    /**
     * Returns 0 if a request may pass now, else the whole seconds until one may; takes no token.
     */
    public long waitSeconds(Bucket bucket, long nowNanos) {
        long base = Math.max(0, bucket.fullNanos.get() - nowNanos);
        long excess = base + intervalNanos - burstNanos;
        return excess <= 0 ? 0 : (excess + 999_999_999L) / 1_000_000_000L;
    }

    /**
     * Takes a token for an event that has already occurred, even if the bucket is empty: a burst is
     * paid for later, but never for longer than twice the time to fill a bucket.
     */
    public void charge(Bucket bucket, long nowNanos) {
        charge(bucket, nowNanos, 1);
    }

    /** Charges for several events. */
    public void charge(Bucket bucket, long nowNanos, int times) {
        bucket.fullNanos.updateAndGet(full -> {
            long owed = Math.max(0, full - nowNanos) + intervalNanos * times;
            return nowNanos + Math.min(owed, 2 * burstNanos);
        });
    }

    /** Returns a token that was taken but not used. */
    public void giveBack(Bucket bucket) {
        bucket.fullNanos.addAndGet(-intervalNanos);
    }

    /** Returns whether there are no buckets, so that no lookup is needed. */
    public boolean isUnused() {
        return buckets.isEmpty();
    }

    int addresses() {
        return buckets.size();
    }

    private boolean sweep(long nowNanos) {
        long due = nextSweep.get();
        if (nowNanos - due < 0 || !nextSweep.compareAndSet(due, nowNanos + SWEEP_NANOS)) {
            return buckets.size() < ADDRESSES_MAX;
        }
        buckets.values().removeIf(bucket -> {
            boolean full = bucket.fullNanos.get() - nowNanos <= 0;
            bucket.forgotten |= full;
            return full;
        });
        return buckets.size() < ADDRESSES_MAX;
    }

    /** The tokens that one address has used. */
    public static final class Bucket {
        private final AtomicLong fullNanos;
        private volatile boolean forgotten;

        private Bucket(long nowNanos) {
            this.fullNanos = new AtomicLong(nowNanos);
        }

        public boolean isForgotten() {
            return forgotten;
        }
    }
}
