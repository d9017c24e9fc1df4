package io.holdfast.server.pools;

import static io.holdfast.server.pools.PoolClient.lease;
import static io.holdfast.server.pools.PoolClient.position;
import static io.holdfast.server.pools.PoolClient.returned;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract's sentences about returning a lease. */
final class ReturnTest {

    private final TestServer server = TestServer.ephemeral();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("41. A live lease: true once, false after.")
    void leaseIsReturnedOnce() {
        PoolClient pool = PoolClient.of(server, 1);
        String lease = lease(pool.borrow());

        assertThat(pool.giveBack(lease).json()).isEqualTo(Reply.parse("{\"returned\":true}"));
        assertThat(pool.giveBack(lease).json()).isEqualTo(Reply.parse("{\"returned\":false}"));
    }

    @Test
    @DisplayName("42. Lapsed, unknown, other pool's lease: 200 false; the other pool is untouched.")
    void returnOfAnExpiredUnknownOrForeignLeaseIsFalse() {
        PoolClient pool = PoolClient.of(server, 1);
        PoolClient other = PoolClient.of(server, 1);
        String lapsed = lease(pool.borrow("10", "0"));
        String others = lease(other.borrow("600", "0"));
        server.clock().advanceSeconds(10);

        assertThat(returned(pool.giveBack(lapsed))).isFalse();
        assertThat(returned(pool.giveBack(UUID.randomUUID().toString()))).isFalse();
        assertThat(returned(pool.giveBack(others))).isFalse();
        other.is(1, 1, 0);
        assertThat(returned(other.giveBack(others))).isTrue();
    }

    @Test
    @DisplayName("43. Lease not a UUID or missing -> 400.")
    void leaseMustBeAUuid() {
        PoolClient pool = PoolClient.of(server, 1);
        String lease = lease(pool.borrow());
        for (String body : List.of(
                "{}",
                "{\"lease\":null}",
                "{\"lease\":7}",
                "{\"lease\":\"\"}",
                "{\"lease\":\"1-1-1-1-1\"}",
                "{\"lease\":\"" + lease + "0\"}",
                "{\"lease\":[\"" + lease + "\"]}")) {
            Reply reply = pool.returnBody(body);
            assertThat(reply.status()).as(body).isEqualTo(400);
            assertThat(reply.error()).as(body).isEqualTo("lease must be a UUID");
        }
        assertThat(returned(pool.giveBack(lease.toUpperCase(Locale.ROOT)))).isTrue();
    }

    @Test
    @DisplayName("44. Unknown pool: 200 false in the real service (the seed's 404 row could be read"
            + " otherwise).")
    void returnToAnUnknownPoolIsFalse() {
        Reply reply = PoolClient.fresh(server).giveBack(UUID.randomUUID().toString());

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json()).isEqualTo(Reply.parse("{\"returned\":false}"));
    }

    @Test
    @DisplayName("45. Returning twice never frees the position's next holder.")
    void secondReturnDoesNotFreeTheNextHolder() {
        PoolClient pool = PoolClient.of(server, 1);
        String first = lease(pool.borrow());
        pool.giveBack(first);
        String second = lease(pool.borrow());

        assertThat(returned(pool.giveBack(first))).isFalse();

        pool.is(1, 1, 0);
        assertThat(returned(pool.giveBack(second))).isTrue();
    }

    @Test
    @DisplayName("46. Returning wakes a waiter.")
    void returnWakesAWaiter() {
        PoolClient pool = PoolClient.of(server, 2);
        pool.borrow();
        String one = lease(pool.borrow());
        CompletableFuture<Reply> waiting = pool.queue("30", "300", 0);

        assertThat(returned(pool.giveBack(one))).isTrue();

        assertThat(position(Client.await(waiting))).isEqualTo(1);
    }
}
