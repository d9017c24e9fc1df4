package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hostile clients from many addresses against a process with a small heap. The process survives, a
 * well-behaved client is served throughout, and the excess is rejected and counted.
 */
final class FloodTest {

    private static final List<String> SMALL = List.of("-Xmx96m");

    /** Enough addresses to stay below the caps per address, so that the total is reached. */
    private static final int MANY = 40;

    /** Too few for their connections to fill the share that is reserved for connections. */
    private static final int FEW = 7;

    private static final String REFUSED = "holdfast_overload_refused_total";

    @TempDir
    Path directory;

    private static final List<String> SCARCE = List.of("-Xmx256m", "-XX:MaxDirectMemorySize=24m");

    private static boolean says(SmallServer server, String text) {
        try {
            return server.errors().contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double refused(SmallServer server) throws IOException {
        return SmallServer.metric(metrics(server), REFUSED, "");
    }

    private static String metrics(SmallServer server) throws IOException {
        return GoodClient.metrics(server.httpPort(), null);
    }

    /** Runs the flood while a well-behaved client must be served before, during and after it. */
    private static void withstand(
            SmallServer server,
            String credential,
            Flood flood,
            int port,
            int connections,
            int addresses)
            throws IOException {
        try (GoodClient good = new GoodClient(server.httpPort(), credential);
                flood) {
            awaitRounds(good, 1);
            flood.run(port, connections, addresses);
            assertThat(server.isAlive()).as(server.errors()).isTrue();
            awaitRounds(good, good.rounds() + 10);
            assertThat(good.stop()).isPositive();
        }
        assertThat(server.isAlive()).as(server.errors()).isTrue();
        assertThat(server.errors()).doesNotContain("OutOfMemoryError");
    }

    private static void awaitRounds(GoodClient good, int rounds) {
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> good.isOver() || good.rounds() >= rounds);
    }

    @Test
    void oversizedPoolBodiesAreNotBuffered() throws Exception {
        Tokens tokens = new Tokens(directory);
        String credential = "Authorization: Bearer " + tokens.of("ann", Role.USER) + "\r\n";
        String head = "POST /l/" + UUID.randomUUID() + "/borrow HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Length: 521000\r\n\r\n";
        try (SmallServer server =
                new SmallServer(directory, SMALL, "--tokens-file", tokens.path())) {
            Flood flood = new Flood(head, 520_000, true);

            withstand(server, credential, flood, server.httpPort(), 400, MANY);

            assertThat(flood.answered).as("told that it is too large").isPositive();
        }
    }

    @Test
    void bodiesWithoutATokenAreNotBuffered() throws Exception {
        Tokens tokens = new Tokens(directory);
        String credential = "Authorization: Bearer " + tokens.of("ann", Role.USER) + "\r\n";
        String head =
                "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65000\r\n\r\n";
        try (SmallServer server =
                new SmallServer(directory, SMALL, "--tokens-file", tokens.path())) {
            withstand(
                    server,
                    credential,
                    new Flood(head, 63_000, true),
                    server.httpPort(),
                    1_400,
                    MANY);
        }
    }

    @Test
    void endlessBodiesAreBufferedUpToTheBudget() throws Exception {
        String head =
                "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65000\r\n\r\n";
        try (SmallServer server = new SmallServer(directory, SMALL)) {
            Flood flood = new Flood(head, 63_000, true);

            withstand(server, "", flood, server.httpPort(), 1_400, MANY);

            assertThat(flood.unavailable).isPositive();
            assertThat(SmallServer.metric(metrics(server), REFUSED, "reason=\"total\""))
                    .isPositive();
        }
    }

    @Test
    void addressCannotUseTheWholeBudget() throws Exception {
        String head =
                "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65000\r\n\r\n";
        try (SmallServer server = new SmallServer(directory, SMALL);
                Flood flood = new Flood(head, 63_000, true)) {
            flood.run(server.httpPort(), 150, 1);
            flood.until(() -> flood.unavailable > 0);

            String text = metrics(server);
            assertThat(SmallServer.metric(text, REFUSED, "reason=\"address\"")).isPositive();
            assertThat(SmallServer.metric(text, REFUSED, "reason=\"total\"")).isZero();
        }
    }

    @Test
    void endlessHeadsAreBufferedUpToTheBudget() throws Exception {
        try (SmallServer server = new SmallServer(directory, SMALL)) {
            String head = "GET /health HTTP/1.1\r\nHost: localhost\r\nX: ";

            withstand(server, "", new Flood(head, 7_900, true), server.httpPort(), 4_000, FEW);
        }
    }

    @Test
    void requestsWithoutReadingRepliesAreBufferedUpToTheBudget() throws Exception {
        String request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (SmallServer server = new SmallServer(directory, SMALL)) {
            withstand(
                    server,
                    "",
                    Flood.repeating(request, 20_000, false),
                    server.httpPort(),
                    1_200,
                    MANY);
        }
    }

    @Test
    void endlessLinesAreBufferedUpToTheBudget() throws Exception {
        Tokens tokens = new Tokens(directory);
        String credential = "Authorization: Bearer " + tokens.of("ann", Role.USER) + "\r\n";
        try (SmallServer server = new SmallServer(
                directory,
                SMALL,
                "--tokens-file",
                tokens.path(),
                "--metrics-public",
                "--max-unauthenticated-connections=0")) {
            withstand(
                    server,
                    credential,
                    new Flood("auth\n_\n", 65_000, true),
                    server.linePort(),
                    1_400,
                    MANY);
            assertThat(refused(server)).isPositive();
        }
    }

    @Test
    void unreadRepliesAreBufferedUpToTheBudget() throws Exception {
        String request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (SmallServer server = new SmallServer(directory, SMALL)) {
            withstand(
                    server, "", Flood.repeating(request, 2, false), server.httpPort(), 1_200, MANY);
        }
    }

    @Test
    void serverSurvivesExhaustedDirectMemory() throws Exception {
        String request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String most = "1073741824";
        try (SmallServer server = new SmallServer(
                directory,
                SCARCE,
                "--max-in-flight-bytes=" + most,
                "--max-in-flight-bytes-per-ip=" + most)) {
            try (Flood flood = Flood.repeating(request, 20_000, false)) {
                flood.run(server.httpPort(), 800, MANY);
                flood.until(() -> says(server, "direct memory exhausted"));
            }
            assertThat(server.isAlive()).as(server.errors()).isTrue();
            try (GoodClient good = new GoodClient(server.httpPort(), "")) {
                awaitRounds(good, 10);
                assertThat(good.stop()).isGreaterThanOrEqualTo(10);
            }
            assertThat(SmallServer.metric(metrics(server), REFUSED, "direct_memory"))
                    .isPositive();
        }
    }
}
