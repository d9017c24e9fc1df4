package io.holdfast.server.pools;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.Test;

/** Tests the quotas of the one tenant that owns all pools. */
final class QuotasTest {

    private static void isRefused(Reply reply, String quota) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(503);
        assertThat(reply.json().propertyNames()).containsExactly("error");
        assertThat(reply.error()).isEqualTo("the tenant's quota of " + quota + " is used up");
        assertThat(reply.header("Retry-After")).contains("1");
    }

    @Test
    void keyQuotaRejectsNewPoolsOnly() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-keys", "1")) {
            PoolClient pool = PoolClient.of(server, 1);
            PoolClient more = PoolClient.fresh(server);

            isRefused(more.put(1), "keys");

            assertThat(more.get().status()).isEqualTo(404);
            assertThat(pool.put(3).status()).isEqualTo(200);
            assertThat(pool.borrow().status()).isEqualTo(200);
            assertThat(pool.delete().status()).isEqualTo(200);
            assertThat(more.put(1).status()).isEqualTo(200);
        }
    }

    @Test
    void leaseQuotaRejectsBorrowsUntilAReturn() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-leases", "1")) {
            PoolClient pool = PoolClient.of(server, 2);
            Reply lent = pool.borrow();

            isRefused(pool.borrow(), "leases");

            assertThat(pool.giveBack(lent.text("lease")).text("returned")).isEqualTo("true");
            assertThat(pool.borrow().status()).isEqualTo(200);
        }
    }

    @Test
    void waiterQuotaRejectsFurtherWaiters() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-waiters", "1")) {
            PoolClient pool = PoolClient.of(server, 0);
            pool.start("30", "60");
            server.awaitQueued(pool.key(), 1);

            isRefused(pool.borrow("30", "60"), "waiters");

            assertThat(pool.borrow().status()).isEqualTo(409);
        }
    }

    @Test
    @OneNode("a group agrees on its budget shortly after its start")
    void fullStateRejectsPoolsAndBorrowsButAcceptsReturns() {
        try (TestServer server = TestServer.ephemeral("--state-memory", "20000")) {
            PoolClient pool = PoolClient.of(server, 1_000);
            String lease = pool.borrow().text("lease");
            Reply refused = pool.borrow();
            for (int i = 0; refused.status() == 200 && i < 1_000; i++) {
                refused = pool.borrow();
            }
            assertThat(refused.status()).isEqualTo(507);
            assertThat(refused.json().propertyNames()).containsExactly("error");
            assertThat(refused.error())
                    .isEqualTo("the server's state memory is full; release or delete something,"
                            + " or retry later");
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(PoolClient.fresh(server).put(1).status()).isEqualTo(507);
            assertThat(pool.giveBack(lease).text("returned")).isEqualTo("true");
            assertThat(pool.delete().status()).isEqualTo(200);
            assertThat(PoolClient.fresh(server).put(1).status()).isEqualTo(200);
        }
    }
}
