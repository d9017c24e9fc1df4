package io.holdfast.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Client;
import io.holdfast.server.OneNode;
import io.holdfast.server.RawClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Behaviours 65 to 70 of the contract: the checks before the handlers, as a client sees them. */
final class EdgeBehavioursTest {

    private static final String BEARER = "Authorization";

    @Test
    @DisplayName("65. Wrong bearer takes at least ~100 ms to answer 401; `/health` is instant.")
    void wrongTokenIsRejectedAfterADelay() {
        try (TestServer server = TestServer.ephemeral("--auth-token", "s3cret")) {
            Client client = server.client();
            long before = System.nanoTime();

            Reply wrong = client.get("/v1/stats", BEARER, "Bearer wrong");

            long tookMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(wrong.error()).isEqualTo("unauthorized");
            assertThat(wrong.header("WWW-Authenticate")).contains("Bearer");
            assertThat(tookMillis).isGreaterThanOrEqualTo(95);
            assertThat(client.get("/v1/nowhere").status()).isEqualTo(401);
            assertThat(client.get("/health").body()).isEqualTo("{\"status\":\"ok\"}\n");
            assertThat(client.get("/ready").status()).isEqualTo(200);
            assertThat(client.get("/v1/stats", BEARER, "bearer  s3cret ").status())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("66. `/metrics` without bearer is 401 when auth is on; `/v1/openapi.json` is 200.")
    void metricsNeedTheTokenAndTheOpenApiDocumentDoesNot() {
        try (TestServer server = TestServer.ephemeral("--auth-token", "s3cret");
                TestServer open =
                        TestServer.ephemeral("--auth-token", "s3cret", "--metrics-public")) {
            assertThat(server.client().get("/metrics").status()).isEqualTo(401);
            assertThat(server.client().get("/metrics", BEARER, "Bearer s3cret").status())
                    .isEqualTo(200);
            assertThat(open.client().get("/metrics").status()).isEqualTo(200);
            Reply document = server.client().get("/v1/openapi.json");
            assertThat(document.json().path("info").path("version").asString()).isEqualTo("2.0.0");
            assertThat(document.header("Cache-Control")).contains("public, max-age=60");
        }
    }

    @Test
    @DisplayName("67. Preflight OPTIONS is 204 without auth when CORS is on.")
    void preflightNeedsNoToken() {
        try (TestServer server = TestServer.ephemeral(
                "--auth-token", "s3cret", "--http-cors-allowed-origins", "https://a.example")) {
            Reply preflight = server.client()
                    .ask(
                            "OPTIONS",
                            "/v1/locks/k",
                            "",
                            "Origin",
                            "https://a.example",
                            "Access-Control-Request-Method",
                            "POST");

            assertThat(preflight.status()).isEqualTo(204);
            assertThat(preflight.header("Access-Control-Allow-Origin"))
                    .contains("https://a.example");
            assertThat(preflight.header("Access-Control-Allow-Headers").orElse(""))
                    .contains("X-Dflockd-Session");
        }
        try (TestServer off = TestServer.ephemeral()) {
            assertThat(off.client()
                            .ask(
                                    "OPTIONS",
                                    "/v1/locks/k",
                                    "",
                                    "Access-Control-Request-Method",
                                    "POST")
                            .status())
                    .isEqualTo(405);
        }
    }

    @Test
    @DisplayName("68. 429 carries the JSON code and spares `/health`, `/ready`.")
    void tooManyRequestsAre429() {
        try (TestServer server = TestServer.ephemeral(
                "--http-rate-limit-per-ip", "1", "--http-rate-limit-burst", "2")) {
            Client client = server.client();
            Reply refused = client.get("/v1/stats");
            // On a slow machine the bucket refills between requests, but slower than it drains.
            for (int i = 0; i < 1_000 && refused.status() == 200; i++) {
                refused = client.get("/v1/stats");
            }

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.error()).isEqualTo("rate_limited");
            assertThat(refused.header("Retry-After")).isPresent();
            for (int i = 0; i < 5; i++) {
                assertThat(client.get("/health").status()).isEqualTo(200);
                assertThat(client.get("/ready").status()).isEqualTo(200);
            }
        }
    }

    @Test
    @OneNode("metrics are those of the node that is asked")
    @DisplayName("69. Arbitrary method names show up in metrics only as `OTHER`.")
    void unknownMethodsAreOtherInMetrics() {
        try (TestServer server = TestServer.ephemeral()) {
            try (RawClient raw = new RawClient(server)) {
                raw.send("BREW /v1/stats HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(raw.head()).startsWith("HTTP/1.1 405");
            }
            server.session().lock("k");

            String metrics = server.client().get("/metrics").body();

            assertThat(metrics)
                    .doesNotContain("BREW")
                    .contains("method=\"OTHER\"")
                    .contains("path=\"/v1/locks/{key}\"")
                    .contains("dflockd_locks_held 1")
                    .contains("dflockd_http_sessions 1")
                    .contains("dflockd_ready 1")
                    .doesNotContain("/v1/locks/k");
        }
    }

    @Test
    @OneNode("metrics are those of the node that is asked")
    @DisplayName("70. `connections` agrees between TCP `stats` and HTTP stats.")
    void connectionsCountIncludesSessions() {
        try (TestServer server = TestServer.ephemeral()) {
            server.session();
            server.session().delete();
            server.session();

            assertThat(server.stats().path("connections").asInt()).isEqualTo(2);
            assertThat(server.client().get("/metrics").body()).contains("dflockd_connections 2");
        }
    }

    @Test
    void crossSiteRequestIsRejectedWithoutAToken() {
        try (TestServer server = TestServer.ephemeral()) {
            Reply refused =
                    server.client().post("/v1/sessions", "", "Sec-Fetch-Site", "cross-site");

            assertThat(refused.status()).isEqualTo(403);
        }
    }
}
