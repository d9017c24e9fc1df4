package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.RawClient;
import io.holdfast.server.auth.Authenticator;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Decision.Admitted;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.SharedToken;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that clients are authenticated before any handler runs, immediately or asynchronously. */
class IdentifyTest {

    private static final Principal READER = principal("rita", Role.READER);
    private static final Principal USER = principal("ulf", Role.USER);

    private static Principal principal(String name, Role role) {
        return new Principal(name, true, null, "acme", Set.of(role));
    }

    private static EdgePolicy policy(Authenticator... chain) {
        return new EdgePolicy(new Authenticators(List.of(chain)), List.of(), 0, 0, List.of());
    }

    private static String get(String path, String... headers) {
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return "GET " + path + " HTTP/1.1\r\nHost: locks.example\r\n" + lines + "\r\n";
    }

    private static String echo(String body) {
        return "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static RawClient.Response ask(Edge edge, String request) {
        try (RawClient client = edge.connect()) {
            return client.send(request).response();
        }
    }

    @Test
    void firstMatchingAuthenticatorDecides() {
        Authenticator byHeader = presented -> presented.header("X-User") == null
                ? Decision.NOT_MINE
                : new Admitted(principal(presented.header("X-User"), Role.READER));
        try (Edge edge = Edge.start(policy(new SharedToken("s3cret"), byHeader))) {
            assertThat(ask(edge, get("/who", "X-User: eve")).body())
                    .isEqualTo("{\"value\":\"eve acme eve 127.0.0.1\"}\n");
            String both = get("/who", "X-User: eve", "Authorization: Bearer s3cret");
            assertThat(ask(edge, both).body())
                    .isEqualTo("{\"value\":\"shared token default shared token 127.0.0.1\"}\n");
            assertThat(ask(edge, get("/who")).status()).isEqualTo(401);
        }
    }

    @Test
    void requestsAreAcceptedWithoutAuthentication() {
        try (Edge edge = Edge.start()) {
            assertThat(ask(edge, get("/who").replace("locks.example", "localhost"))
                            .body())
                    .isEqualTo("{\"value\":\" default  127.0.0.1\"}\n");
        }
    }

    @Test
    void missingRoleIsNamed() {
        try (Edge edge = Edge.start(policy(presented -> new Admitted(READER)))) {
            assertThat(ask(edge, get("/hello")).status()).isEqualTo(200);
            RawClient.Response refused = ask(edge, echo("body"));
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body())
                    .isEqualTo(
                            "{\"error\":\"forbidden\",\"detail\":\"this needs the role user\"}\n");
            // Unknown paths and methods need no role.
            assertThat(ask(edge, get("/nowhere")).status()).isEqualTo(404);
            assertThat(ask(edge, get("/echo")).status()).isEqualTo(405);
        }
    }

    @Test
    void rejectionNamesTheReasonAndAuthenticatorFailureIs503() {
        try (Edge edge = Edge.start(policy(presented -> new Decision.Refused("expired")))) {
            RawClient.Response refused = ask(edge, get("/hello"));
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(refused.body())
                    .isEqualTo("{\"error\":\"unauthorized\",\"detail\":\"expired\"}\n");
        }
        try (Edge edge = Edge.start(policy(presented -> {
            throw new IllegalStateException("a fault");
        }))) {
            RawClient.Response unavailable = ask(edge, get("/hello"));
            assertThat(unavailable.status()).isEqualTo(503);
            assertThat(unavailable.header("Retry-After")).isEqualTo("1");
            assertThat(unavailable.body()).doesNotContain("a fault");
        }
    }

    @Test
    void slowDecisionKeepsTheOrderAndBlocksNoOtherClient() {
        BlockingQueue<CompletableFuture<Decision>> asked = new LinkedBlockingQueue<>();
        Authenticator slow = presented -> {
            CompletableFuture<Decision> decision = new CompletableFuture<>();
            asked.add(decision);
            return new Decision.Later(decision);
        };
        try (Edge edge = Edge.start(policy(slow));
                RawClient client = edge.connect()) {
            client.send(echo("one") + echo("two") + get("/open") + echo("three"));
            CompletableFuture<Decision> first = Edge.await(asked);
            assertThat(ask(edge, get("/open")).status()).isEqualTo(200);
            assertThat(asked).isEmpty();
            first.complete(new Admitted(USER));
            assertThat(client.response().body()).isEqualTo("one");
            Edge.await(asked).complete(Decision.NOT_MINE);
            assertThat(client.response().status()).isEqualTo(401);
            assertThat(client.response().body()).isEqualTo("{\"value\":\"open\"}\n");
            Edge.await(asked).completeExceptionally(new IllegalStateException("a fault"));
            assertThat(client.response().status()).isEqualTo(503);
        }
    }

    @Test
    void bodyAfterALateDecisionIsRead() {
        BlockingQueue<CompletableFuture<Decision>> asked = new LinkedBlockingQueue<>();
        Authenticator slow = presented -> {
            CompletableFuture<Decision> decision = new CompletableFuture<>();
            asked.add(decision);
            return new Decision.Later(decision);
        };
        try (Edge edge = Edge.start(policy(slow));
                RawClient client = edge.connect()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n"
                    + "Content-Length: 4\r\n\r\n");
            Edge.await(asked).complete(new Admitted(USER));
            assertThat(client.response().status()).isEqualTo(100);
            client.send("body");
            assertThat(client.response().body()).isEqualTo("body");
        }
    }

    @Test
    void requestIsDroppedIfItsClientDisconnectsBeforeTheDecision() {
        BlockingQueue<CompletableFuture<Decision>> asked = new LinkedBlockingQueue<>();
        Authenticator slow = presented -> {
            CompletableFuture<Decision> decision = new CompletableFuture<>();
            asked.add(decision);
            return new Decision.Later(decision);
        };
        try (Edge edge = Edge.start(policy(slow))) {
            try (RawClient client = edge.connect()) {
                client.send(echo("one"));
                asked.add(Edge.await(asked));
            }
            Edge.await(asked).complete(new Admitted(USER));
            assertThat(edge.parked).isEmpty();
        }
    }

    @Test
    void tokenIsAuthenticatedOncePerConnectionWhileItIsValid() {
        AtomicInteger asked = new AtomicInteger();
        AtomicBoolean holds = new AtomicBoolean(true);
        Authenticator counting = presented -> {
            asked.incrementAndGet();
            String bearer = presented.bearer();
            return bearer == null
                    ? Decision.NOT_MINE
                    : new Admitted(principal(bearer, Role.READER), holds::get);
        };
        Authenticator byHeader = presented -> presented.header("X-User") == null
                ? Decision.NOT_MINE
                : new Admitted(principal(presented.header("X-User"), Role.READER));
        try (Edge edge = Edge.start(policy(counting, byHeader));
                RawClient client = edge.connect()) {
            for (int i = 0; i < 3; i++) {
                client.send(get("/who", "Authorization: Bearer a"));
                assertThat(client.response().body()).contains("a acme a");
            }
            assertThat(asked).hasValue(1);
            client.send(get("/who", "X-User: eve"));
            assertThat(client.response().body()).contains("eve acme eve");
            client.send(get("/who", "Authorization: Bearer a"));
            assertThat(client.response().body()).contains("a acme a");
            client.send(get("/who", "Authorization: Bearer b"));
            assertThat(client.response().body()).contains("b acme b");
            assertThat(asked).hasValue(3);
            holds.set(false);
            client.send(get("/who", "Authorization: Bearer b"));
            assertThat(client.response().body()).contains("b acme b");
            assertThat(asked).hasValue(4);
        }
    }

    @Test
    void crossSiteRequestCannotUseAmbientCredentials() {
        Authenticator byHeader = presented -> new Admitted(USER);
        try (Edge edge = Edge.start(policy(byHeader))) {
            assertThat(ask(edge, get("/hello", "Sec-Fetch-Site: cross-site")).status())
                    .isEqualTo(403);
            assertThat(ask(edge, get("/hello", "Sec-Fetch-Site: same-origin")).status())
                    .isEqualTo(200);
        }
    }
}
