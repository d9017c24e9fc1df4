package io.holdfast.server.pools;

import static io.holdfast.server.pools.PoolClient.shown;
import static io.holdfast.server.pools.PoolClient.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests the rate limits on unknown pools and on pool creation. */
final class GuessThrottleTest {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final int PATIENCE = 500;

    private final AtomicLong now = new AtomicLong(77);

    /** Repeats the request until its reply has this status, and returns the reply. */
    private static Reply until(int status, Supplier<Reply> ask) {
        for (int i = 0; i < PATIENCE; i++) {
            Reply reply = ask.get();
            if (reply.status() == status) {
                return reply;
            }
        }
        throw new AssertionError("no answer was a " + status);
    }

    @Test
    void tooManyUnknownPoolsBlockTheAddressForAWhile() {
        GuessThrottle throttle = new GuessThrottle(2, 0, now::get);
        for (int i = 0; i < 20; i++) {
            assertThat(throttle.closedSeconds("10.0.0.1")).isZero();
            throttle.unknown("10.0.0.1");
        }
        assertThat(throttle.closedSeconds("10.0.0.1")).isEqualTo(1);
        assertThat(throttle.closedSeconds("10.0.0.2")).as("another address").isZero();
        now.addAndGet(SECOND_NANOS / 2);
        assertThat(throttle.closedSeconds("10.0.0.1")).isZero();
    }

    @Test
    void blockTimeAfterABurstIsLimited() {
        GuessThrottle throttle = new GuessThrottle(1, 0, now::get);
        for (int i = 0; i < 1_000; i++) {
            throttle.unknown("10.0.0.1");
        }
        assertThat(throttle.closedSeconds("10.0.0.1")).isEqualTo(11);
        now.addAndGet(11 * SECOND_NANOS);
        assertThat(throttle.closedSeconds("10.0.0.1")).isZero();
    }

    @Test
    void ipv6NetworkCountsAsOneAddress() {
        GuessThrottle throttle = new GuessThrottle(1, 0, now::get);
        for (int i = 0; i < 10; i++) {
            throttle.unknown("2001:db8:0:0:0:0:0:" + i);
        }
        assertThat(throttle.closedSeconds("2001:db8:0:0:9:9:9:9")).isPositive();
        assertThat(throttle.closedSeconds("2001:db8:0:1:0:0:0:1")).isZero();
    }

    @Test
    void onlyCreatedPoolsCount() {
        GuessThrottle throttle = new GuessThrottle(0, 1, now::get);
        for (int i = 0; i < 100; i++) {
            assertThat(throttle.takeCreation("10.0.0.1")).isTrue();
            throttle.giveCreationBack("10.0.0.1");
        }
        for (int i = 0; i < 10; i++) {
            assertThat(throttle.takeCreation("10.0.0.1")).isTrue();
        }
        assertThat(throttle.takeCreation("10.0.0.1")).isFalse();
        assertThat(throttle.creationSeconds("10.0.0.1")).isEqualTo(1);
        assertThat(throttle.closedSeconds("10.0.0.1")).isZero();
    }

    @Test
    void rateOfZeroDisablesTheLimit() {
        GuessThrottle throttle = new GuessThrottle(0, 0, now::get);
        for (int i = 0; i < 1_000; i++) {
            throttle.unknown("10.0.0.1");
            assertThat(throttle.takeCreation("10.0.0.1")).isTrue();
        }
        assertThat(throttle.closedSeconds("10.0.0.1")).isZero();
    }

    @Test
    void blockedAddressCannotUseExistingPools() {
        try (TestServer server = TestServer.ephemeral("--pools-unknown-rate-per-ip", "1")) {
            PoolClient pool = PoolClient.of(server, 1);

            Reply refused = until(429, () -> PoolClient.fresh(server).get());

            assertThat(refused.error()).isEqualTo("too many requests");
            assertThat(refused.header("Retry-After")).isPresent();
            // The rejection must not reveal which pools exist.
            until(429, () -> {
                PoolClient.fresh(server).borrow();
                return pool.get();
            });
            assertThat(server.session().lock("k").status()).isEqualTo(200);
        }
    }

    @Test
    void creationRateIsLimitedPerAddressButUseIsNot() {
        try (TestServer server = TestServer.ephemeral("--pools-create-rate-per-ip", "1")) {
            PoolClient pool = PoolClient.of(server, 1);

            Reply refused = until(429, () -> PoolClient.fresh(server).put(1));

            assertThat(refused.header("Retry-After")).isPresent();
            assertThat(state(pool.put(2))).isEqualTo(shown(2, 0, 2));
            assertThat(pool.borrow().status()).isEqualTo(200);
        }
    }

    @Test
    void poolsAndLeasesAreCapped() {
        try (TestServer server =
                TestServer.ephemeral("--max-pools", "2", "--max-pool-leases", "3")) {
            PoolClient one = PoolClient.of(server, 10);
            PoolClient two = PoolClient.of(server, 10);
            Reply pools = PoolClient.fresh(server).put(1);
            assertThat(pools.status()).isEqualTo(503);
            assertThat(pools.error()).isEqualTo("too many pools");
            assertThat(one.put(9).status()).isEqualTo(200);
            one.borrow();
            one.borrow();
            two.borrow();
            Reply leases = two.borrow();
            assertThat(leases.status()).isEqualTo(503);
            assertThat(leases.error()).isEqualTo("too many leases");
            one.delete();
            assertThat(two.borrow().status()).isEqualTo(200);
            assertThat(PoolClient.fresh(server).put(1).status()).isEqualTo(200);
        }
    }

    @Test
    void contractLimitsAreConfigurable() {
        try (TestServer server = TestServer.ephemeral(
                "--pools-max-count", "5", "--pools-max-ttl", "7", "--pools-max-wait", "0")) {
            PoolClient pool = PoolClient.fresh(server);
            assertThat(pool.put(6).error()).isEqualTo("count out of range");
            assertThat(pool.put(1).status()).isEqualTo(200);
            assertThat(pool.borrow("30", "0").json().path("expires_in").asInt()).isEqualTo(7);
            assertThat(pool.borrow("30", "300").status()).isEqualTo(409);
        }
    }
}
