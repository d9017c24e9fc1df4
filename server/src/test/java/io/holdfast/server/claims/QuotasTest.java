package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.Test;

/** Tests that a tenant at its quota gets 503 with Retry-After, never 4xx. */
final class QuotasTest {

    private static void isRefused(Reply reply, String quota) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(503);
        assertThat(reply.text("message"))
                .isEqualTo("the tenant's quota of " + quota + " is used up");
        assertThat(reply.header("Retry-After")).contains("1");
    }

    @Test
    void keyQuotaRejectsNewClaimsOnly() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-keys", "1")) {
            Claims claims = new Claims(server);
            long id = Claims.id(claims.create("a", 60));

            isRefused(claims.create("a", 60), "keys");
            isRefused(claims.create("b", 60), "keys");

            assertThat(claims.ids("")).containsExactly(id);
            assertThat(claims.ttl(id, 90).status()).isEqualTo(200);
            assertThat(claims.get(id).status()).isEqualTo(200);
            assertThat(claims.status(id, "released").status()).isEqualTo(204);
            assertThat(claims.create("b", 60).status()).isEqualTo(201);
        }
    }

    @Test
    void leaseQuotaDoesNotBlockPromotionOfWaiters() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-leases", "1")) {
            Claims claims = new Claims(server);
            long first = Claims.id(claims.create("a", 60));
            Reply waiting = claims.create("a", 60);

            isRefused(claims.create("b", 60), "leases");

            assertThat(waiting.status()).isEqualTo(202);
            claims.status(first, "released");
            assertThat(claims.get(Claims.id(waiting)).text("status")).isEqualTo("active");
        }
    }

    @Test
    void waiterQuotaRejectsFurtherWaiters() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-waiters", "1")) {
            Claims claims = new Claims(server);
            claims.create("a", 60);
            claims.create("a", 60);

            isRefused(claims.create("a", 60), "waiters");

            assertThat(claims.create("b", 60).status()).isEqualTo(201);
        }
    }

    @Test
    void byteQuotaIsFreedByRemovingHistory() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-bytes", "10")) {
            Claims claims = new Claims(server);
            String big = "{\"resource\":\"a\",\"ttl\":60,\"user_data\":12345678}";
            long id = Claims.id(claims.post(big));

            isRefused(claims.post(big), "bytes");

            claims.status(id, "released");
            assertThat(claims.post(big).status()).isEqualTo(201);
            assertThat(claims.get(id).status()).isEqualTo(404);
        }
    }

    @Test
    @OneNode("a group agrees on its budget shortly after its start")
    void fullStateRejectsClaimsUntilOneIsFinished() {
        try (TestServer server = TestServer.ephemeral("--state-memory", "30000")) {
            Claims claims = new Claims(server);
            String data = "x".repeat(8_000);
            String body = "{\"resource\":\"%s\",\"ttl\":60,\"user_data\":\"" + data + "\"}";
            long first = Claims.id(claims.post(body.formatted("r0")));
            Reply refused = claims.post(body.formatted("r1"));
            for (int i = 2; refused.status() == 201 && i < 100; i++) {
                refused = claims.post(body.formatted("r" + i));
            }
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("message"))
                    .isEqualTo("the server's state memory is full; release or delete something,"
                            + " or retry later");
            assertThat(refused.header("Retry-After")).contains("1");
            assertThat(claims.ttl(first, 90).status()).isEqualTo(200);
            assertThat(claims.status(first, "released").status()).isEqualTo(204);
            assertThat(claims.post(body.formatted("new")).status()).isEqualTo(201);
            assertThat(claims.get(first).status()).as("history made room").isEqualTo(404);
        }
    }
}
