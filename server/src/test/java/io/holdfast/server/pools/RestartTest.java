package io.holdfast.server.pools;

import static io.holdfast.server.pools.PoolClient.lease;
import static io.holdfast.server.pools.PoolClient.position;
import static io.holdfast.server.pools.PoolClient.returned;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests pools across a stop, a kill and a start. */
final class RestartTest {

    private final FakeClock clock = new FakeClock();

    @TempDir
    Path directory;

    private Reply borrowAs(PoolClient pool, String key) {
        return pool.borrowBody("{\"ttl\":600}", "Idempotency-Key", key);
    }

    @Test
    void positionsAndExpiryTimesSurviveAKill() {
        PoolClient pool;
        Reply zero;
        Reply one;
        Reply two;
        try (TestServer server = TestServer.durable(clock, directory)) {
            pool = PoolClient.of(server, 4);
            zero = borrowAs(pool, "zero");
            one = borrowAs(pool, "one");
            two = borrowAs(pool, "two");
            assertThat(returned(pool.giveBack(lease(one)))).isTrue();
            // The server ends without a shutdown, as if the process had been killed.
        }
        clock.advanceSeconds(5);
        try (TestServer server = TestServer.durable(clock, directory)) {
            pool = new PoolClient(server, pool.id());
            pool.is(4, 2, 2);
            assertThat(borrowAs(pool, "zero").json()).isEqualTo(zero.json());
            assertThat(borrowAs(pool, "two").json()).isEqualTo(two.json());
            // The returned lease stays returned, and its position is the lowest free one.
            assertThat(returned(pool.giveBack(lease(one)))).isFalse();
            assertThat(position(pool.borrow())).isEqualTo(1);
            assertThat(position(pool.borrow())).isEqualTo(3);
            // The lease expires at the printed second, not earlier.
            long untilMillis = zero.json().path("expires_at_unix").asLong() * 1000;
            long leftNanos = (untilMillis - clock.wallMillis()) * 1_000_000;
            clock.advanceNanos(leftNanos - 1);
            pool.is(4, 2, 2);
            clock.advanceNanos(1);
            pool.is(4, 0, 4);
            assertThat(returned(pool.giveBack(lease(two)))).isFalse();
        }
    }

    @Test
    void leaseExpiresDuringDowntime() {
        PoolClient pool;
        String shorter;
        String longer;
        try (TestServer server = TestServer.durable(clock, directory)) {
            pool = PoolClient.of(server, 2);
            shorter = lease(pool.borrow("10", "0"));
            longer = lease(pool.borrow("100", "0"));
        }
        clock.advanceSeconds(30);
        try (TestServer server = TestServer.durable(clock, directory)) {
            pool = new PoolClient(server, pool.id());
            pool.is(2, 1, 1);
            assertThat(returned(pool.giveBack(shorter))).isFalse();
            assertThat(position(pool.borrow())).isZero();
            assertThat(returned(pool.giveBack(longer))).isTrue();
        }
    }

    @Test
    void waiterOfAKilledProcessGetsNoSlot() {
        PoolClient pool;
        String held;
        try (TestServer server = TestServer.durable(clock, directory)) {
            pool = PoolClient.of(server, 1);
            held = lease(pool.borrow("600", "0"));
            pool.queue("600", "300", 0);
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            pool = new PoolClient(server, pool.id());
            assertThat(returned(pool.giveBack(held))).isTrue();
            pool.is(1, 0, 1);
        }
    }

    @Test
    void shutdownAnswersWaitersWith503() {
        for (boolean durable : new boolean[] {true, false}) {
            try (TestServer server = durable
                    ? TestServer.durable(clock, directory)
                    : TestServer.ephemeralAt(clock)) {
                PoolClient pool = PoolClient.of(server, 0);
                CompletableFuture<Reply> waiting = pool.queue("30", "300", 0);

                server.stop();

                assertThat(Client.await(waiting).status()).isEqualTo(503);
                assertThat(Client.await(waiting).error())
                        .isEqualTo("the server is stopping; retry soon");
                assertThat(Client.await(waiting).header("Retry-After")).isPresent();
            }
        }
    }

    @Test
    void poolsSurviveASnapshot() {
        PoolClient pool;
        String lease;
        try (TestServer server = TestServer.durable(clock, directory, "--snapshot-entries", "10")) {
            pool = PoolClient.of(server, 3);
            lease = lease(pool.borrow("600", "0"));
            for (int i = 0; i < 50; i++) {
                pool.giveBack(lease(pool.borrow("600", "0")));
            }
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            pool = new PoolClient(server, pool.id());
            pool.is(3, 1, 2);
            assertThat(position(pool.borrow())).isEqualTo(1);
            assertThat(returned(pool.giveBack(lease))).isTrue();
        }
    }
}
