package io.holdfast.server.pools;

import static io.holdfast.server.pools.PoolClient.lease;
import static io.holdfast.server.pools.PoolClient.position;
import static io.holdfast.server.pools.PoolClient.shown;
import static io.holdfast.server.pools.PoolClient.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract's sentences about errors, and the additional decisions. */
final class ErrorsTest {

    private final TestServer server = TestServer.ephemeral();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("47. Every error body is JSON with the one key `error`.")
    void everyErrorHasOneKey() {
        Client client = server.client();
        PoolClient none = PoolClient.fresh(server);
        PoolClient empty = PoolClient.of(server, 0);
        String large = "{\"count\":1,\"note\":\"" + "x".repeat(512 << 10) + "\"}";
        List<Reply> replies = List.of(
                none.get(),
                none.borrow(),
                none.putBody("{"),
                none.put(1001),
                none.borrow("0", "0"),
                none.returnBody("{}"),
                empty.borrow(),
                empty.putBody(large),
                client.get("/l/x"),
                client.get("/l/"),
                client.get(empty.path() + "/"),
                client.get(empty.path() + "/borrow/x"),
                client.get(empty.path() + "/borrow"),
                client.post(empty.path(), "{}"),
                client.ask("PATCH", empty.path(), "{}"),
                client.get("/l/%ff"),
                empty.borrowBody("{\"ttl\":1}", "Idempotency-Key", "two words"));
        assertThat(replies)
                .extracting(Reply::status)
                .containsExactly(
                        404, 404, 400, 400, 400, 400, 409, 413, 400, 404, 404, 404, 405, 405, 405,
                        400, 400);
        for (Reply reply : replies) {
            assertThat(reply.header("Content-Type")).hasValue("application/json");
            assertThat(reply.json().propertyNames()).as(reply.body()).containsExactly("error");
            assertThat(reply.error()).isNotBlank();
        }
        assertThat(client.post(empty.path(), "{}").header("Allow"))
                .hasValue("PUT, GET, HEAD, DELETE");
    }

    @Test
    @DisplayName("48. Malformed JSON -> 400.")
    void malformedJsonIsRejected() {
        PoolClient pool = PoolClient.of(server, 3);
        for (String body : List.of(
                "{",
                "not json",
                "{\"count\":}",
                "{\"count\":1}x",
                "{\"count\":1}{}",
                "{'count':1}",
                "{\"count\":01}",
                "{\"count\":1,}",
                "{\"count\":1,\"deep\":" + "[".repeat(200) + "]".repeat(200) + "}",
                "\"text\"")) {
            assertThat(pool.putBody(body).status()).as(body).isEqualTo(400);
        }
        pool.is(3, 0, 3);
    }

    @Test
    @DisplayName("50. No auth header needed or looked at.")
    void noAuthenticationIsRequired() {
        try (TestServer guarded =
                TestServer.ephemeral("--auth-token", "secret-of-the-house", "--metrics-public")) {
            PoolClient pool = PoolClient.of(guarded, 1);
            assertThat(position(pool.borrowBody("{\"ttl\":1}", "Authorization", "Bearer wrong")))
                    .isZero();
            assertThat(guarded.client().get("/l/x").status()).isEqualTo(400);
            assertThat(guarded.client().get(pool.path() + "/").status()).isEqualTo(404);
            assertThat(guarded.client().post(pool.path(), "").status()).isEqualTo(405);
            assertThat(guarded.client().get("/v1/stats").status()).isEqualTo(401);
        }
    }

    @Test
    @DisplayName("Check order: body, then id, then ranges, then existence, then availability.")
    void checksRunInOrder() {
        Client client = server.client();
        String unknown = "/l/" + UUID.randomUUID();
        assertThat(client.post("/l/x/borrow", "{").error()).contains("JSON");
        assertThat(client.post("/l/x/borrow", "{\"ttl\":0}").error())
                .isEqualTo("id must be a UUID");
        assertThat(client.ask("PUT", "/l/x", "{\"count\":-1}").error())
                .isEqualTo("id must be a UUID");
        assertThat(client.post("/l/x/return", "{\"lease\":\"y\"}").error())
                .isEqualTo("id must be a UUID");
        assertThat(client.post(unknown + "/borrow", "{\"ttl\":0}").error())
                .isEqualTo("ttl must be positive");
        assertThat(client.post(unknown + "/borrow", "{\"ttl\":1}").error())
                .isEqualTo("resource not found");
    }

    @Test
    @DisplayName(
            "Decided: unknown fields are ignored; the body is read as JSON whatever its content"
                    + " type says.")
    void contentTypeAndUnknownFieldsAreIgnored() {
        PoolClient pool = PoolClient.fresh(server);
        Reply reply = server.client()
                .ask(
                        "PUT",
                        pool.path(),
                        "{\"count\":2,\"ttl\":9,\"other\":{\"count\":[7]},\"more\":null}",
                        "Content-Type",
                        "text/plain");
        assertThat(state(reply)).isEqualTo(shown(2, 0, 2));
    }

    @Test
    @DisplayName("Decided: CORS open to all on `/l/`, as the real service.")
    void corsAllowsAllOrigins() {
        PoolClient pool = PoolClient.of(server, 1);
        Client client = server.client();
        Reply preflight = client.ask(
                "OPTIONS",
                pool.path(),
                "",
                "Origin",
                "https://example.com",
                "Access-Control-Request-Method",
                "PUT");
        assertThat(preflight.status()).isEqualTo(204);
        assertThat(preflight.header("Access-Control-Allow-Origin")).hasValue("*");
        assertThat(preflight.header("Access-Control-Allow-Methods").orElse("")).contains("PUT");
        assertThat(preflight.header("Access-Control-Allow-Headers")).hasValue("*");
        Reply read = client.get(
                pool.path(), "Origin", "https://example.com", "Sec-Fetch-Site", "cross-site");
        assertThat(read.status()).isEqualTo(200);
        assertThat(read.header("Access-Control-Allow-Origin")).hasValue("*");
        Reply locks = client.get(
                "/v1/stats", "Origin", "https://example.com", "Sec-Fetch-Site", "cross-site");
        assertThat(locks.status()).isEqualTo(403);
        assertThat(locks.header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void repeatedIdempotencyKeyGetsTheSameLease() {
        PoolClient pool = PoolClient.of(server, 3);

        Reply first = pool.borrowBody("{\"ttl\":30}", "Idempotency-Key", "k1");
        Reply again = pool.borrowBody("{\"ttl\":30}", "Idempotency-Key", "k1");
        Reply other = pool.borrowBody("{\"ttl\":31}", "Idempotency-Key", "k1");

        assertThat(again.json()).isEqualTo(first.json());
        assertThat(other.status()).isEqualTo(400);
        pool.is(3, 1, 2);
        assertThat(PoolClient.returned(pool.giveBack(lease(again)))).isTrue();
    }

    @Test
    void equalIdempotencyKeysOfTwoAddressesGetTwoLeases() {
        try (TestServer proxied = TestServer.ephemeral("--trusted-proxies", "127.0.0.1")) {
            PoolClient pool = PoolClient.of(proxied, 3);
            String[] one = {"Idempotency-Key", "k1", "X-Forwarded-For", "192.0.2.1"};
            String[] two = {"Idempotency-Key", "k1", "X-Forwarded-For", "192.0.2.2"};

            String first = lease(pool.borrowBody("{\"ttl\":30}", one));
            String second = lease(pool.borrowBody("{\"ttl\":30}", two));

            assertThat(second).isNotEqualTo(first);
            assertThat(lease(pool.borrowBody("{\"ttl\":30}", one))).isEqualTo(first);
            pool.is(3, 2, 1);
        }
    }

    @Test
    void idempotencyKeysAreScopedToThePool() {
        PoolClient one = PoolClient.of(server, 1);
        PoolClient two = PoolClient.of(server, 1);

        String first = lease(one.borrowBody("{\"ttl\":30}", "Idempotency-Key", "k1"));
        String second = lease(two.borrowBody("{\"ttl\":30}", "Idempotency-Key", "k1"));

        assertThat(second).isNotEqualTo(first);
        two.is(1, 1, 0);
    }
}
