package io.holdfast.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.value.Actor;
import io.holdfast.server.RawClient;
import io.holdfast.server.auth.AuthWatch;
import io.holdfast.server.auth.Authenticators;
import io.holdfast.server.auth.ConnectionLimit;
import io.holdfast.server.auth.Decision;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.net.Networks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests limits per principal and per address. */
final class ThrottleTest {

    /** Far more than the burst, however slow the machine is. */
    private static final int MANY = 25;

    /** Accepts any name, except names that start with "guess". */
    private static final Authenticators BY_NAME =
            new Authenticators(List.of(presented -> judge(presented.bearer())));

    private final BlockingQueue<String> refusals = new LinkedBlockingQueue<>();

    private static Decision judge(@Nullable String bearer) {
        if (bearer == null) {
            return Decision.NOT_MINE;
        }
        return bearer.startsWith("guess")
                ? new Decision.Refused("a guess")
                : new Decision.Admitted(new Principal(
                        bearer, true, null, Actor.DEFAULT_TENANT, Set.of(Role.ADMIN)));
    }

    private EdgePolicy policy(int perAddress, Throttle throttle) {
        return new EdgePolicy(BY_NAME, List.of(), perAddress, perAddress, List.of(), throttle);
    }

    private AuthWatch watch(int perSecond) {
        return new AuthWatch(
                perSecond,
                (dialect, who, what, address, why) ->
                        refusals.add(dialect + " " + address + " " + why));
    }

    private static String get(String... headers) {
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return "GET /hello HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n";
    }

    private static String as(String name) {
        return "Authorization: Bearer " + name;
    }

    private static List<RawClient.Response> many(Edge edge, String request) {
        List<RawClient.Response> responses = new ArrayList<>();
        try (RawClient client = edge.connect()) {
            for (int i = 0; i < MANY; i++) {
                responses.add(client.send(request).response());
            }
        }
        return responses;
    }

    private static int status(Edge edge, String... headers) {
        try (RawClient client = edge.connect()) {
            return client.send(get(headers)).response().status();
        }
    }

    @Test
    void eachPrincipalHasItsOwnRateLimit() {
        Throttle throttle = new Throttle(
                1, 2, ConnectionLimit.UNLIMITED, AuthWatch.NONE, ClientAddresses.DIRECT);
        try (Edge edge = Edge.start(policy(0, throttle))) {
            List<RawClient.Response> responses = many(edge, get(as("alice")));
            assertThat(responses.get(0).status()).isEqualTo(200);
            assertThat(responses.get(1).status()).isEqualTo(200);
            RawClient.Response refused = responses.stream()
                    .filter(response -> response.status() == 429)
                    .findFirst()
                    .orElseThrow();
            assertThat(refused.header("Retry-After")).matches("[1-9][0-9]*");
            assertThat(refused.body()).isEqualTo("{\"error\":\"rate_limited\"}\n");
            assertThat(status(edge, as("bob"))).isEqualTo(200);
        }
    }

    @Test
    void invalidCredentialCostsTenRequests() {
        EdgePolicy policy = new EdgePolicy(BY_NAME, List.of(), 1, 20, List.of(), Throttle.NONE);
        try (Edge edge = Edge.start(policy)) {
            int answered = 0;
            try (RawClient client = edge.connect()) {
                while (answered < 20 && client.send(get(as("guess"))).response().status() == 401) {
                    answered++;
                }
            }
            // Two guesses use up the burst of twenty; a second adds one request.
            assertThat(answered).isBetween(2, 19);
        }
    }

    @Test
    void addressWithTooManyFailuresIsBlockedAndOthersAreNot() {
        Throttle throttle = new Throttle(
                0,
                0,
                ConnectionLimit.UNLIMITED,
                watch(1),
                new ClientAddresses(Networks.parse(List.of("127.0.0.1")), false));
        try (Edge edge = Edge.start(policy(0, throttle));
                RawClient known = edge.connect()) {
            String from = "X-Forwarded-For: 192.0.2.1";
            assertThat(known.send(get(as("alice"), from)).response().status()).isEqualTo(200);
            RawClient.Response last;
            try (RawClient guesser = edge.connect()) {
                last = guesser.send(get(as("guess"), from)).response();
                assertThat(last.status()).isEqualTo(401);
                for (int i = 0; i < 10 * MANY && last.status() != 429; i++) {
                    last = guesser.send(get(as("guess"), from)).response();
                }
            }
            assertThat(last.status()).isEqualTo(429);
            assertThat(last.header("Retry-After")).matches("[1-9][0-9]*");
            assertThat(status(edge, as("alice"), "X-Forwarded-For: 192.0.2.2")).isEqualTo(200);
            assertThat(refusals.peek()).isEqualTo("test 192.0.2.1 a guess");
        }
    }

    @Test
    void missingCredentialIsReportedButNotCountedAsAGuess() {
        Throttle throttle =
                new Throttle(0, 0, ConnectionLimit.UNLIMITED, watch(1), ClientAddresses.DIRECT);
        try (Edge edge = Edge.start(policy(0, throttle))) {
            assertThat(many(edge, get())).extracting(RawClient.Response::status).containsOnly(401);
            assertThat(Edge.await(refusals)).isEqualTo("test 127.0.0.1 no credential");
        }
    }

    @Test
    void rateLimitAppliesToTheClientBehindATrustedProxy() {
        Throttle throttle = new Throttle(
                0,
                0,
                ConnectionLimit.UNLIMITED,
                AuthWatch.NONE,
                new ClientAddresses(Networks.parse(List.of("127.0.0.1")), false));
        try (Edge edge = Edge.start(policy(1, throttle))) {
            String spoofed = "X-Forwarded-For: 203.0.113.%d, 192.0.2.1";
            List<Integer> statuses = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                statuses.add(status(edge, as("alice"), spoofed.formatted(i)));
            }
            assertThat(statuses).as("whatever it writes before it").contains(429);
            assertThat(status(edge, as("alice"), "X-Forwarded-For: 192.0.2.2")).isEqualTo(200);
            // An IPv6 network counts as one address.
            List<Integer> network = new ArrayList<>();
            for (int i = 1; i <= MANY; i++) {
                network.add(status(
                        edge,
                        as("alice"),
                        "X-Forwarded-For: 2001:db8:0:1::" + Integer.toHexString(i)));
            }
            assertThat(network).contains(429);
            assertThat(status(edge, as("alice"), "X-Forwarded-For: 2001:db8:0:2::1"))
                    .isEqualTo(200);
        }
    }

    @Test
    void connectionsPerPrincipalAreLimited() {
        ConnectionLimit seats = new ConnectionLimit(2);
        Throttle throttle = new Throttle(0, 0, seats, AuthWatch.NONE, ClientAddresses.DIRECT);
        try (Edge edge = Edge.start(policy(0, throttle));
                RawClient first = edge.connect();
                RawClient second = edge.connect();
                RawClient third = edge.connect()) {
            assertThat(first.send(get(as("alice"))).response().status()).isEqualTo(200);
            assertThat(second.send(get(as("alice"))).response().status()).isEqualTo(200);
            assertThat(third.send(get(as("alice"))).response().status()).isEqualTo(429);
            assertThat(third.isClosedByServer()).isTrue();
            assertThat(status(edge, as("bob"))).isEqualTo(200);
            // The connection now belongs to bob.
            assertThat(second.send(get(as("bob"))).response().status()).isEqualTo(200);
            assertThat(status(edge, as("alice"))).isEqualTo(200);
        }
    }
}
