package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import io.holdfast.server.Ways;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.Role;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the checks that precede every handler. */
class GateTest {

    private static final EdgePolicy TOKEN =
            new EdgePolicy(Ways.shared("s3cret"), List.of(), 0, 0, List.of());

    private static String get(String path, String... headers) {
        return request("GET", path, headers);
    }

    private static String request(String method, String path, String... headers) {
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n";
    }

    private static RawClient.Response ask(Edge edge, String request) {
        try (RawClient client = edge.connect()) {
            return client.send(request).response();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer s3cret", "bearer s3cret", "BEARER   s3cret", "Bearer s3cret  "})
    void validTokenIsAccepted(String authorization) {
        try (Edge edge = Edge.start(TOKEN)) {
            assertThat(ask(edge, get("/hello", "Authorization: " + authorization))
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Bearer wrong",
                "Authorization: Bearer s3cretx",
                "Authorization: Bearer",
                "Authorization: Bearer ",
                "Authorization: Bearers3cret",
                "Authorization: Basic s3cret",
                "Authorization: s3cret",
                "X: none"
            })
    void invalidTokenIsRejectedAfterADelay(String header) {
        try (Edge edge = Edge.start(TOKEN)) {
            long start = System.nanoTime();
            RawClient.Response response = ask(edge, get("/hello", header));
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(100_000_000L);
            assertThat(response.status()).isEqualTo(401);
            assertThat(response.header("WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(response.body())
                    .startsWith("{\"error\":\"unauthorized\",\"detail\":\"")
                    .contains(header.startsWith("X") ? "is missing" : "is not valid");
        }
    }

    @Test
    void rejectedTokenDelaysNoOtherClient() {
        try (Edge edge = Edge.start(TOKEN);
                RawClient wrong = edge.connect()) {
            wrong.send(get("/hello"));
            assertThat(ask(edge, get("/open")).status()).isEqualTo(200);
            assertThat(ask(edge, get("/hello", "Authorization: Bearer s3cret")).status())
                    .isEqualTo(200);
            assertThat(wrong.response().status()).isEqualTo(401);
        }
    }

    @Test
    void unknownPathNeedsTheToken() {
        try (Edge edge = Edge.start(TOKEN)) {
            assertThat(ask(edge, get("/nowhere")).status()).isEqualTo(401);
            assertThat(ask(edge, get("/nowhere", "Authorization: Bearer s3cret"))
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void bodyOfARejectedRequestIsReadAndTheConnectionKept() {
        try (Edge edge = Edge.start(TOKEN);
                RawClient client = edge.connect()) {
            client.send(request("POST", "/echo", "Content-Length: 4")).send("body");
            assertThat(client.response().status()).isEqualTo(401);
            client.send(get("/open"));
            assertThat(client.response().status()).isEqualTo(200);
        }
    }

    @Test
    void hostIsNotCheckedWithAToken() {
        try (Edge edge = Edge.start(TOKEN)) {
            String request = "GET /hello HTTP/1.1\r\nHost: locks.example\r\n"
                    + "Authorization: Bearer s3cret\r\n\r\n";
            assertThat(ask(edge, request).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:6389",
                "127.0.0.1",
                "127.1.2.3:80",
                "[::1]",
                "[::1]:6389",
                "locks.example",
                "LOCKS.example:443",
                "[2001:db8::1]:1"
            })
    void ownHostsAreAcceptedWithoutAToken(String host) {
        EdgePolicy policy = new EdgePolicy(
                Authenticators.NONE, List.of(), 0, 0, List.of("locks.example", "2001:db8::1"));
        try (Edge edge = Edge.start(policy)) {
            assertThat(ask(edge, "GET /hello HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "127.evil",
                "127.0.0.256x",
                "127.999.1.1",
                "127.0.0.256",
                "127.0.0.01",
                "10.0.0.1",
                "[::2]",
                "",
                "localhost:80x",
                "127.0.0.1.:80"
            })
    void foreignHostsAreRejectedWithoutAToken(String host) {
        try (Edge edge = Edge.start()) {
            RawClient.Response response =
                    ask(edge, "GET /hello HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
            assertThat(response.status()).isEqualTo(403);
            assertThat(response.body()).startsWith("{\"error\":\"forbidden\",\"detail\":\"");
        }
    }

    @Test
    void everyRequestOfAConnectionIsCheckedForItsHost() {
        try (Edge edge = Edge.start();
                RawClient client = edge.connect()) {
            assertThat(client.send(get("/hello")).response().status()).isEqualTo(200);
            client.send("GET /hello HTTP/1.1\r\nHost: evil.example\r\n\r\n");
            assertThat(client.response().status()).isEqualTo(403);
            assertThat(client.send(get("/hello")).response().status()).isEqualTo(200);
        }
    }

    @Test
    void crossSiteRequestIsRejectedWithoutAToken() {
        try (Edge edge = Edge.start()) {
            assertThat(ask(edge, get("/hello", "Sec-Fetch-Site: cross-site")).status())
                    .isEqualTo(403);
            assertThat(ask(edge, get("/hello", "Sec-Fetch-Site: same-origin")).status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: same-site",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: something-new",
                "Origin: http://localhost:3000",
                "Origin: https://evil.example",
                "Origin: http://localhost.evil.example",
                "Origin: http://user@localhost",
                "Origin: localhost",
                "Origin: null",
                "Sec-Fetch-Site: same-origin\r\nOrigin: http://evil.example",
                "Origin: http://localhost\r\nOrigin: http://evil.example"
            })
    void foreignOriginsAreRejectedWithoutAToken(String headers) {
        try (Edge edge = Edge.start()) {
            RawClient.Response refused = ask(edge, get("/hello", headers));
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("--http-cors-allowed-origins");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sec-Fetch-Site: none",
                "Sec-Fetch-Site: same-origin",
                "Sec-Fetch-Site: Same-Origin",
                "Origin: http://localhost",
                "Origin: http://LOCALHOST",
                "Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost"
            })
    void ownOriginsAreAcceptedWithoutAToken(String headers) {
        try (Edge edge = Edge.start()) {
            assertThat(ask(edge, get("/hello", headers)).status()).isEqualTo(200);
        }
    }

    @Test
    void portIsPartOfTheOrigin() {
        try (Edge edge = Edge.start()) {
            String request = "GET /hello HTTP/1.1\r\nHost: localhost:6389\r\nOrigin: ";
            assertThat(ask(edge, request + "http://localhost:6389\r\n\r\n").status())
                    .isEqualTo(200);
            assertThat(ask(edge, request + "http://localhost\r\n\r\n").status()).isEqualTo(403);
        }
    }

    @Test
    void originIsNotCheckedForUnknownRoutes() {
        try (Edge edge = Edge.start()) {
            assertThat(ask(edge, get("/nowhere", "Origin: http://evil.example")).status())
                    .isEqualTo(404);
            assertThat(ask(edge, get("/echo", "Sec-Fetch-Site: same-site")).status())
                    .isEqualTo(405);
        }
    }

    @Test
    void configuredOriginIsAcceptedWithoutAToken() {
        EdgePolicy policy =
                new EdgePolicy(Authenticators.NONE, List.of("https://a.example"), 0, 0, List.of());
        try (Edge edge = Edge.start(policy)) {
            String site = "Sec-Fetch-Site: cross-site";
            assertThat(ask(edge, get("/hello", site, "Origin: https://a.example"))
                            .status())
                    .isEqualTo(200);
            assertThat(ask(edge, get("/hello", site, "Origin: https://b.example"))
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void twoCredentialsInOneRequestAreRejected() {
        String[] both = {"Authorization: Bearer s3cret", "Authorization: Bearer other"};
        for (EdgePolicy policy : List.of(TOKEN, EdgePolicy.LOCAL)) {
            try (Edge edge = Edge.start(policy);
                    RawClient client = edge.connect()) {
                client.send(get("/hello", both));
                RawClient.Response refused = client.response();
                assertThat(refused.status()).isEqualTo(400);
                assertThat(refused.body()).contains("Authorization");
                // Neither credential is cached, regardless of their order.
                client.send(get("/hello", "Authorization: Bearer s3cret"));
                assertThat(client.response().status()).isEqualTo(200);
                client.send(get("/hello", both[0], both[0]));
                assertThat(client.response().status()).isEqualTo(400);
            }
        }
    }

    @Test
    void wrongMethodOnAnUnauthenticatedPathIs405() {
        try (Edge edge = Edge.start(TOKEN)) {
            String request = "POST /open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
            assertThat(ask(edge, request).status()).isEqualTo(405);
        }
    }

    @Test
    void routeMaySkipTheHostCheck() {
        Route open = Route.of(
                        "GET", "/l/{id}", Edge.DIALECT, "l", exchange -> exchange.replyEmpty(204))
                .needs(Role.READER)
                .withoutHostGuard();
        try (Edge edge = Edge.start(EdgeLimits.DEFAULT, EdgePolicy.LOCAL, open)) {
            String request =
                    "GET /l/1 HTTP/1.1\r\nHost: evil.example\r\nSec-Fetch-Site: cross-site\r\n\r\n";
            assertThat(ask(edge, request).status()).isEqualTo(204);
        }
    }

    @Test
    void requestBeyondTheBurstIs429WithRetryAfter() {
        EdgePolicy policy = new EdgePolicy(Authenticators.NONE, List.of(), 1, 3, List.of());
        try (Edge edge = Edge.start(policy);
                RawClient client = edge.connect()) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.send(get("/hello")).response().status()).isEqualTo(200);
            }
            // All connections of an address share its limit.
            RawClient.Response refused = ask(edge, get("/hello"));
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).isEqualTo("{\"error\":\"rate_limited\"}\n");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(client.send(get("/open")).response().status()).isEqualTo(200);
        }
    }

    @Test
    void rateLimitIsCheckedBeforeTheToken() {
        EdgePolicy policy = new EdgePolicy(Ways.shared("s3cret"), List.of(), 1, 1, List.of());
        try (Edge edge = Edge.start(policy)) {
            assertThat(ask(edge, get("/hello")).status()).isEqualTo(401);
            assertThat(ask(edge, get("/hello", "Authorization: Bearer s3cret")).status())
                    .isEqualTo(429);
        }
    }

    private static EdgePolicy cors(String... origins) {
        return new EdgePolicy(Ways.shared("s3cret"), List.of(origins), 1, 1, List.of());
    }

    @Test
    void preflightNeedsNoTokenAndIsNotCounted() {
        BlockingQueue<String> counted = new LinkedBlockingQueue<>();
        RequestMeter meter = (route, method, status, nanos) -> counted.add(method + " " + status);
        try (Edge edge =
                new Edge(ListenerOptions.on("127.0.0.1", 0), cors("https://a.example"), meter)) {
            for (int i = 0; i < 3; i++) {
                RawClient.Response response = ask(
                        edge,
                        request(
                                "OPTIONS",
                                "/hello",
                                "Origin: https://a.example",
                                "Access-Control-Request-Method: GET"));
                assertThat(response.status()).isEqualTo(204);
                assertThat(response.header("Access-Control-Allow-Origin"))
                        .isEqualTo("https://a.example");
                assertThat(response.header("Vary")).isEqualTo("Origin");
                assertThat(response.header("Access-Control-Allow-Methods"))
                        .isEqualTo("GET, PUT, POST, PATCH, DELETE, OPTIONS");
                assertThat(response.header("Access-Control-Allow-Headers"))
                        .isEqualTo("Authorization, Content-Type, X-Dflockd-Session,"
                                + " X-Holdfast-Session, X-Holdfast-Owner, Idempotency-Key,"
                                + " If-None-Match, Prefer");
                assertThat(response.header("Access-Control-Expose-Headers"))
                        .isEqualTo("Holdfast-Resource, Retry-After, X-Fence");
                assertThat(response.header("Access-Control-Max-Age")).isEqualTo("300");
            }
            assertThat(ask(edge, get("/hello", "Authorization: Bearer s3cret")).status())
                    .isEqualTo(200);
            assertThat(Edge.await(counted)).isEqualTo("GET 200");
            assertThat(counted).isEmpty();
        }
    }

    @Test
    void preflightOfAnotherOriginGetsNoCorsHeaders() {
        try (Edge edge = Edge.start(cors("https://a.example"))) {
            RawClient.Response response = ask(
                    edge,
                    request(
                            "OPTIONS",
                            "/hello",
                            "Origin: https://b.example",
                            "Access-Control-Request-Method: GET"));
            assertThat(response.status()).isEqualTo(204);
            assertThat(response.headers())
                    .doesNotContainKeys("access-control-allow-origin", "vary");
        }
    }

    @Test
    void ordinaryRepliesHaveCorsHeaders() {
        try (Edge edge = Edge.start(cors("https://a.example"))) {
            RawClient.Response refused = ask(edge, get("/hello", "Origin: https://a.example"));
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("Access-Control-Allow-Origin"))
                    .isEqualTo("https://a.example");
        }
    }

    @Test
    void wildcardAllowsEveryOrigin() {
        try (Edge edge = Edge.start(cors("*"))) {
            RawClient.Response response = ask(edge, get("/open", "Origin: https://b.example"));
            assertThat(response.header("Access-Control-Allow-Origin")).isEqualTo("*");
            assertThat(response.headers()).doesNotContainKey("vary");
        }
    }

    @Test
    void preflightIsAnOrdinaryRequestWithoutCors() {
        try (Edge edge = Edge.start()) {
            RawClient.Response response = ask(
                    edge,
                    request(
                            "OPTIONS",
                            "/hello",
                            "Origin: https://a.example",
                            "Access-Control-Request-Method: GET"));
            assertThat(response.status()).isEqualTo(405);
            assertThat(response.headers()).doesNotContainKey("access-control-allow-origin");
        }
    }

    @Test
    void optionsWithoutPreflightHeadersIsAnOrdinaryRequest() {
        EdgePolicy policy = new EdgePolicy(Authenticators.NONE, List.of("*"), 0, 0, List.of());
        try (Edge edge = Edge.start(policy)) {
            assertThat(ask(edge, request("OPTIONS", "/hello")).status()).isEqualTo(405);
            assertThat(ask(edge, request("OPTIONS", "*")).status()).isEqualTo(404);
        }
    }
}
