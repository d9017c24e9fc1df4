package io.holdfast.server.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests paths, methods, addresses and rejections that precede the claims rules. */
final class SurfaceTest {

    private static final String BODY = "{\"resource\":\"r\",\"ttl\":60}";

    private final TestServer server = TestServer.ephemeral();
    private final Claims claims = new Claims(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest(name = "{0} {1} -> {2}, Allow: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "HEAD|/v1/claims/|200|",
                "HEAD|/v1/claims/1/|200|",
                "OPTIONS|/v1/claims/|200|GET, HEAD, POST, OPTIONS",
                "OPTIONS|/v1/claims/1/|200|GET, HEAD, PATCH, OPTIONS",
                "PUT|/v1/claims/|405|GET, HEAD, POST, OPTIONS",
                "DELETE|/v1/claims/|405|GET, HEAD, POST, OPTIONS",
                "PATCH|/v1/claims/|405|GET, HEAD, POST, OPTIONS",
                "PUT|/v1/claims/1/|405|GET, HEAD, PATCH, OPTIONS",
                "DELETE|/v1/claims/1/|405|GET, HEAD, PATCH, OPTIONS",
                "POST|/v1/claims/1/|405|GET, HEAD, PATCH, OPTIONS",
            })
    void unsupportedMethodListsTheAllowedOnes(
            String method, String path, int status, String allow) {
        claims.create("r", 60);
        Reply reply = server.client().ask(method, path, "");
        assertThat(reply.status()).isEqualTo(status);
        if (allow != null) {
            assertThat(reply.header("Allow")).contains(allow);
        }
        if (status == 405) {
            assertThat(reply.text("message")).isNotEmpty();
        }
    }

    @ParameterizedTest(name = "GET {0} -> {1}")
    @CsvSource({
        "/v1/claims/01/, 200",
        "/v1/claims/0/, 404",
        "/v1/claims/2/, 404",
        "/v1/claims/99999999999999999999999999/, 404",
        "/v1/claims/abc/, 404",
        "/v1/claims/-1/, 404",
        "/v1/claims/1/x, 404",
        "/v1/claims//, 404",
    })
    @DisplayName("id 01 = 1; huge id, 0, abc, -1: 404")
    void idsAreParsedLeniently(String path, int status) {
        claims.create("r", 60);
        Reply reply = server.client().get(path);
        assertThat(reply.status()).isEqualTo(status);
        if (status == 404) {
            assertThat(reply.text("message")).isNotEmpty();
        }
    }

    @Test
    @DisplayName("GET unknown claim: 404 {\"message\":\"No claim found\"}")
    void unknownClaimIsNotFound() {
        assertThat(claims.get(7).body()).isEqualTo("{\"message\":\"No claim found\"}\n");
        assertThat(server.client()
                        .ask("PATCH", "/v1/claims/abc/", "{\"ttl\":5}")
                        .status())
                .isEqualTo(404);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"/v1/claims/", "/v1/claims", "//v1/claims/", "//v1/claims"})
    @DisplayName("path without trailing slash: serve directly; //v1/claims/: serve")
    void missingAndExtraSlashesAreAccepted(String path) {
        Reply made = server.client().post(path, BODY);
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.header("Location")).contains(server.client().base() + "/v1/claims/1/");
        String one = path.endsWith("/") ? path + "1/" : path + "/1";
        assertThat(server.client().get(one).status()).isEqualTo(200);
        assertThat(server.client().ask("PATCH", one, "{\"ttl\":5}").status()).isEqualTo(200);
        assertThat(server.client().get(path).json()).hasSize(1);
    }

    @Test
    void otherApisRejectExtraSlashes() {
        assertThat(server.client().get("//v1/stats").status()).isEqualTo(404);
        assertThat(server.client().get("/v1/stats/").status()).isEqualTo(404);
        assertThat(server.client().get("///v1/claims/").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("GET with a body (null) and a JSON type: ignored")
    void getBodyIsIgnored() {
        claims.create("r", 60);
        Reply list = server.client()
                .ask("GET", "/v1/claims/", "null", "Content-Type", "application/json");
        assertThat(list.json()).hasSize(1);
    }

    @Test
    @DisplayName("Connection: close, Te plus Te: trailers (a token list)")
    void nessyClientHeadersAreAccepted() {
        try (RawClient perl = new RawClient(server)) {
            perl.send("POST //v1/claims/ HTTP/1.1\r\nHost: locks.test\r\nTe: trailers\r\n"
                            .replace("locks.test", "localhost")
                    + "Connection: close, Te\r\nAccept: application/json\r\n"
                    + "Content-Type: application/json\r\nReferer: //v1/claims/\r\n"
                    + "Content-Length: " + BODY.length() + "\r\n\r\n" + BODY);
            String head = perl.head();
            assertThat(head).startsWith("HTTP/1.1 201 ");
            assertThat(head).contains("Location: http://localhost/v1/claims/1/\r\n");
            assertThat(head).contains("Connection: close\r\n");
        }
    }

    @Test
    void emptyReplyHasContentTypeAndNoLength() {
        claims.create("r", 60);
        Reply reply = claims.status(1, "released");
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.header("Content-Type")).contains("application/json");
        assertThat(reply.header("Content-Length")).isEmpty();
    }

    @Test
    @DisplayName("forwarded headers build the url behind a trusted proxy, and nowhere else")
    void onlyTrustedProxySetsTheForwardedAddress() {
        String[] forwarded = {
            "X-Forwarded-Proto", "https", "X-Forwarded-Host", "locks.example.org, inner"
        };
        Reply stranger = claims.post(BODY, forwarded);
        assertThat(stranger.text("url")).isEqualTo(server.client().base() + "/v1/claims/1/");
        try (TestServer behind =
                TestServer.ephemeral("--trusted-proxies", "10.0.0.0/8, 127.0.0.1")) {
            Claims those = new Claims(behind);
            Reply reply = those.post(BODY, forwarded);
            assertThat(reply.text("url")).isEqualTo("https://locks.example.org/v1/claims/1/");
            assertThat(reply.header("Location")).contains(reply.text("url"));
            String rfc = "for=192.0.2.60;proto=https;host=\"locks.example.org:8443\", for=10.0.0.1";
            assertThat(those.get(1, "Forwarded", rfc).text("url"))
                    .isEqualTo("https://locks.example.org:8443/v1/claims/1/");
            assertThat(those.get(1).text("url"))
                    .isEqualTo(behind.client().base() + "/v1/claims/1/");
            assertThat(those.get(1, "X-Forwarded-Host", "evil\">\\r", "X-Forwarded-Proto", "gopher")
                            .text("url"))
                    .isEqualTo(behind.client().base() + "/v1/claims/1/");
        }
    }

    @Test
    @DisplayName("rate limits are 503 with Retry-After, never 429")
    void rateLimitedRequestGets503WithRetryAfter() {
        try (TestServer strict = TestServer.ephemeral("--http-rate-limit-per-ip", "1")) {
            Claims those = new Claims(strict);
            assertThat(those.create("r", 60).status()).isEqualTo(201);
            Reply reply = those.ttl(1, 60);
            // The bucket refills in real time: on a slow machine a few more requests may pass.
            for (int i = 0; i < 1_000 && reply.status() == 200; i++) {
                reply = those.ttl(1, 60);
            }
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.header("Retry-After")).isPresent();
            assertThat(reply.text("message")).isNotEmpty();
        }
    }

    @Test
    @DisplayName("quotas are 503 with Retry-After")
    void capsYield503WithRetryAfter() {
        try (TestServer small = TestServer.ephemeral("--max-claims", "2", "--max-waiters", "1")) {
            Claims those = new Claims(small);
            those.create("r", 60);
            assertThat(those.create("r", 60).status()).isEqualTo(202);
            Reply reply = those.create("s", 60);
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.header("Retry-After")).isPresent();
            those.status(1, "released");
            those.create("s", 60);
            those.status(2, "released");
            assertThat(those.create("s", 60).status()).isEqualTo(202);
        }
    }

    @Test
    @DisplayName("with a token configured a request without it is 401, in this dialect's shape")
    void configuredTokenIsRequired() {
        try (TestServer guarded = TestServer.ephemeral("--auth-token", "s3cret-for-claims")) {
            Claims those = new Claims(guarded);
            Reply reply = those.list("");
            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.text("message")).isNotEmpty();
            assertThat(those.post(BODY, "Authorization", "Bearer s3cret-for-claims")
                            .status())
                    .isEqualTo(201);
        }
    }
}
