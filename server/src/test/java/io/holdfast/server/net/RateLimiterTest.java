package io.holdfast.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** Passes the time as an argument, so no clock is needed. */
class RateLimiterTest {

    private static final long SECOND = 1_000_000_000L;

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static InetAddress address(int number) {
        try {
            return InetAddress.getByAddress(
                    new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean passes(RateLimiter limiter, InetAddress address, long now) {
        return limiter.take(limiter.bucket(address, now), now) == 0;
    }

    @Test
    void newAddressGetsFullBurstThenRate() {
        RateLimiter limiter = new RateLimiter(10, 3, 0);
        InetAddress client = address("192.0.2.1");
        assertThat(passes(limiter, client, 0)).isTrue();
        assertThat(passes(limiter, client, 0)).isTrue();
        assertThat(passes(limiter, client, 0)).isTrue();
        assertThat(passes(limiter, client, 0)).isFalse();
        assertThat(passes(limiter, client, SECOND / 10 - 1)).isFalse();
        assertThat(passes(limiter, client, SECOND / 10)).isTrue();
        assertThat(passes(limiter, client, SECOND / 10)).isFalse();
    }

    @Test
    void rejectedRequestCostsNothing() {
        RateLimiter limiter = new RateLimiter(1, 1, 0);
        InetAddress client = address("192.0.2.1");
        assertThat(passes(limiter, client, 0)).isTrue();
        for (int i = 0; i < 1000; i++) {
            assertThat(passes(limiter, client, i)).isFalse();
        }
        assertThat(passes(limiter, client, SECOND)).isTrue();
    }

    @Test
    void burstDefaultsToRate() {
        RateLimiter limiter = new RateLimiter(5, 0, 0);
        InetAddress client = address("192.0.2.1");
        for (int i = 0; i < 5; i++) {
            assertThat(passes(limiter, client, 0)).isTrue();
        }
        assertThat(passes(limiter, client, 0)).isFalse();
    }

    @Test
    void ipv6NetworkSharesOneBucket() {
        RateLimiter limiter = new RateLimiter(1, 1, 0);
        assertThat(passes(limiter, address("192.0.2.1"), 0)).isTrue();
        assertThat(passes(limiter, address("192.0.2.2"), 0)).isTrue();
        assertThat(passes(limiter, address("2001:db8::1"), 0)).isTrue();
        assertThat(passes(limiter, address("2001:db8::2"), 0)).isFalse();
        assertThat(passes(limiter, address("2001:db8:0:1::1"), 0)).isTrue();
    }

    @Test
    void bucketCountIsBounded() {
        RateLimiter limiter = new RateLimiter(1, 2, 0);
        for (int i = 0; i < RateLimiter.ADDRESSES_MAX; i++) {
            assertThat(passes(limiter, address(i), 0)).isTrue();
        }
        // The table is full: all further addresses share one bucket.
        assertThat(passes(limiter, address(1 << 20), 1)).isTrue();
        assertThat(passes(limiter, address(2 << 20), 1)).isTrue();
        assertThat(passes(limiter, address(3 << 20), 1)).isFalse();
        assertThat(limiter.addresses()).isEqualTo(RateLimiter.ADDRESSES_MAX);
        // Full buckets carry no information and are evicted.
        assertThat(passes(limiter, address(3 << 20), 10 * SECOND)).isTrue();
        assertThat(limiter.addresses()).isEqualTo(1);
    }

    @Test
    void evictedBucketIsMarkedForgotten() {
        RateLimiter limiter = new RateLimiter(1, 1, 0);
        RateLimiter.Bucket kept = limiter.bucket(address(0), 0);
        for (int i = 1; i <= RateLimiter.ADDRESSES_MAX; i++) {
            limiter.bucket(address(i), 10 * SECOND);
        }
        assertThat(kept.isForgotten()).isTrue();
    }

    @Test
    void retryAfterIsInWholeSeconds() {
        RateLimiter limiter = new RateLimiter(1, 1, 0);
        RateLimiter.Bucket bucket = limiter.bucket(address("192.0.2.1"), 0);
        assertThat(limiter.take(bucket, 0)).isZero();
        assertThat(limiter.take(bucket, 0)).isEqualTo(1);
        assertThat(limiter.take(bucket, SECOND - 1)).isEqualTo(1);
    }
}
