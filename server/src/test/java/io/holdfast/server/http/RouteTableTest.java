package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.server.RawClient;
import io.holdfast.server.auth.Role;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTableTest {

    private static final Dialect LOCKS = new Dialect("locks", ErrorShape.JSON, RefusalShape.JSON);
    private static final Dialect POOLS =
            new Dialect("pools", ErrorShape.JSON, RefusalShape.JSON).withPaths("/v1/ponds");
    private static final Handler NONE = exchange -> {};
    private static final RouteTable TABLE = RouteTable.of(
            List.of(
                    route("GET", "/health", LOCKS),
                    route("POST", "/v1/locks/{key}", LOCKS),
                    route("POST", "/v1/locks/{key}/release", LOCKS),
                    route("DELETE", "/v1/sessions/{id}", LOCKS),
                    route("GET", "/v1/sessions/{id}", LOCKS),
                    route("GET", "/pools/{name}/slots/{slot}", POOLS),
                    route("GET", "/pools/special/slots/{slot}", POOLS),
                    route("GET", "/files/list", POOLS).withLenientSlashes(),
                    route("PUT", "/files/{name}/{path}", POOLS).withLenientSlashes(),
                    route("PUT", "/files/{name}/known/verb", POOLS)),
            LOCKS);

    private static Route route(String method, String template, Dialect dialect) {
        return Route.of(method, template, dialect, method + template, NONE).needs(Role.READER);
    }

    private static RouteTable.Match match(String path) {
        byte[] bytes = ("GET " + path).getBytes(StandardCharsets.US_ASCII);
        return TABLE.match(bytes, 4, bytes.length);
    }

    private static @Nullable String template(String method, String path) {
        Route route = match(path).route(method);
        return route == null ? null : route.template();
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /health, /health",
        "HEAD, /health, /health",
        "POST, /v1/locks/k, /v1/locks/{key}",
        "POST, /v1/locks/release, /v1/locks/{key}",
        "POST, /v1/locks/release/release, /v1/locks/{key}/release",
        "POST, /v1/locks/a%2Fb, /v1/locks/{key}",
        "GET, /pools/p/slots/1, /pools/{name}/slots/{slot}",
        "GET, /pools/special/slots/1, /pools/special/slots/{slot}",
        "GET, /files/list/, /files/list",
        "PUT, /files/a/b, /files/{name}/{path}",
        "PUT, /files/a/b//c/, /files/{name}/{path}",
        "PUT, /files/a/known/verb, /files/{name}/known/verb",
        "PUT, /files/a/known/else, /files/{name}/{path}",
        "PUT, /files/a/known/verb/else, /files/{name}/{path}",
    })
    void pathMatchesItsRoute(String method, String path, String template) {
        assertThat(template(method, path)).isEqualTo(template);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "",
                "/v1",
                "/v1/locks",
                "/v1/locks/",
                "/v1/locks//release",
                "/v1//locks/k",
                "//v1/locks/k",
                "/v1/locks/k/",
                "/v1/locks/k/other",
                "/v1/locks/k/release/more",
                "/healthy",
                "/heal",
                "/HEALTH",
                "/v1/locks/a/b",
                "/health/"
            })
    void otherPathsAreUnknown(String path) {
        assertThat(match(path).isKnownPath()).isFalse();
    }

    @Test
    void knownPathListsItsMethods() {
        assertThat(match("/v1/locks/k").allow()).isEqualTo("POST");
        assertThat(match("/health").allow()).isEqualTo("GET, HEAD");
        assertThat(match("/v1/sessions/1").allow()).isEqualTo("DELETE, GET, HEAD");
        assertThat(match("/v1/locks/k").route("GET")).isNull();
    }

    @Test
    void unknownPathGetsTheErrorShapeOfItsApi() {
        assertThat(match("/pools/p/nothing").dialect()).isEqualTo(POOLS);
        assertThat(match("/v1/locks/k/nothing").dialect()).isEqualTo(LOCKS);
        assertThat(match("/nothing").dialect()).isEqualTo(LOCKS);
    }

    @Test
    void duplicateRoutesAreRejected() {
        assertThatThrownBy(() -> RouteTable.of(
                        List.of(
                                Route.of("GET", "/a/{x}", LOCKS, "one", NONE).needs(Role.READER),
                                Route.of("GET", "/a/{y}", LOCKS, "two", NONE).needs(Role.READER)),
                        LOCKS))
                .hasMessageContaining("two routes");
        assertThatThrownBy(() -> RouteTable.of(
                        List.of(
                                Route.of("GET", "/a", LOCKS, "one", NONE).needs(Role.READER),
                                Route.of("GET", "/b", LOCKS, "one", NONE).needs(Role.READER)),
                        LOCKS))
                .hasMessageContaining("two operations");
    }

    @Test
    void routeWithoutARoleIsRejected() {
        Route undecided = Route.of("GET", "/a", LOCKS, "undecided", NONE);
        assertThatThrownBy(() -> RouteTable.of(List.of(undecided), LOCKS))
                .hasMessageContaining("undecided does not say which role it needs");
        assertThat(RouteTable.of(List.of(undecided.withoutAuthentication()), LOCKS)
                        .routes())
                .hasSize(1);
    }

    private static RawClient.Response ask(Edge edge, String method, String target) {
        try (RawClient client = edge.connect()) {
            return client.send(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .response();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "a%2Fb, a/b",
        "%C3%A9, \u00e9",
        "release, release",
        "a+b, a+b",
        "..., ...",
        ".a, .a",
        "%25, %"
    })
    void keyIsDecodedOnce(String segment, String key) {
        try (Edge edge = Edge.start()) {
            assertThat(ask(edge, "POST", "/keys/" + segment).body())
                    .isEqualTo("{\"value\":\"" + key + "\"}\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/keys/..",
                "/keys/.",
                "/keys/../keys/a",
                "/../hello",
                "/./hello",
                "/keys/%2e%2E",
                "/keys/.%2e",
                "/keys/%2e",
                "/keys/%2E/a",
                "//hello",
                "/hello/",
                "/keys/",
                "/keys/a/b"
            })
    void pathsAreNotNormalized(String path) {
        try (Edge edge = Edge.start()) {
            RawClient.Response response = ask(edge, "POST", path);
            assertThat(response.status()).isEqualTo(404);
            assertThat(response.body())
                    .isEqualTo(
                            "{\"error\":\"not_found\",\"detail\":\"unknown path " + path + "\"}\n");
        }
    }

    @Test
    void wrongMethodGets405WithAllow() {
        try (Edge edge = Edge.start()) {
            RawClient.Response response = ask(edge, "GET", "/keys/a");
            assertThat(response.status()).isEqualTo(405);
            assertThat(response.header("Allow")).isEqualTo("POST");
            assertThat(response.body())
                    .isEqualTo("{\"error\":\"method_not_allowed\","
                            + "\"detail\":\"allowed methods: POST\"}\n");
            assertThat(ask(edge, "POST", "/hello").header("Allow")).isEqualTo("GET, HEAD");
            assertThat(ask(edge, "FETCH", "/hello").status()).isEqualTo(405);
        }
    }

    @Test
    void apiSetsTheShapeOfEdgeErrors() {
        ErrorShape shape = (problem, detail) -> problem == Problem.BODY_TOO_LARGE
                ? new ErrorShape.ErrorReply(400, ErrorShape.json("bad_request", detail))
                : ErrorShape.JSON.render(problem, detail);
        Route route = Route.of(
                        "POST",
                        "/own",
                        new Dialect("own", shape, RefusalShape.JSON),
                        "own",
                        exchange -> exchange.replyEmpty(204))
                .needs(Role.READER)
                .withBodyMaxBytes(10);
        try (Edge edge = Edge.start(EdgeLimits.DEFAULT, EdgePolicy.LOCAL, route);
                RawClient client = edge.connect()) {
            client.send("POST /own HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n\r\n");
            RawClient.Response response = client.response();
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body())
                    .isEqualTo("{\"error\":\"bad_request\",\"detail\":\"body too large\"}\n");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void apiSetsTheErrorShapeBelowItsDeclaredPaths() {
        assertThat(match("/v1/ponds").dialect()).isEqualTo(POOLS);
        assertThat(match("/v1/ponds/a/b").dialect()).isEqualTo(POOLS);
        assertThat(match("/v1/ponds").isKnownPath()).isFalse();
        assertThat(match("/v1/else").dialect()).isEqualTo(LOCKS);
    }
}
