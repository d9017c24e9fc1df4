package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.LineClient;
import io.holdfast.server.OneNode;
import io.holdfast.server.SelfSigned;
import io.holdfast.server.Storage;
import io.holdfast.server.TestServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sections 2.1 and 2.6 of the contract: connection limits, pipelining and TLS. */
final class LineConnectionsTest {

    private static LineClient welcome(LineClient client) {
        assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
        return client;
    }

    @Test
    @OneNode("caps of connections are each node's own")
    @DisplayName("2.6: The connection beyond `--max-connections` is closed without a byte.")
    void connectionBeyondTheCapIsClosed() {
        try (TestServer server = TestServer.ephemeral("--max-connections", "2")) {
            LineClient first = welcome(server.connect());
            LineClient second = welcome(server.connect());

            for (int i = 0; i < 3; i++) {
                assertThat(server.connect().isClosedByServer()).isTrue();
            }
            Gauges.await(server, 2);
            welcome(first);
            second.close();
            Gauges.await(server, 1);
            welcome(server.connect());
        }
    }

    @Test
    @OneNode("caps of connections are each node's own")
    @DisplayName("2.6: `--max-connections-per-ip` counts each address for itself.")
    void connectionBeyondTheAddressCapIsClosed() {
        try (TestServer server = TestServer.ephemeral("--max-connections-per-ip", "1")) {
            int port = server.server().linePort();
            LineClient first = welcome(server.connect());
            try (LineClient other = welcome(LineClient.from("127.0.0.2", port));
                    LineClient beyond = LineClient.from("127.0.0.2", port)) {
                assertThat(beyond.isClosedByServer()).isTrue();
                welcome(other);
            }
            assertThat(server.connect().isClosedByServer()).isTrue();
            first.close();
            Gauges.await(server, 0);
            welcome(server.connect());
        }
    }

    @Test
    @OneNode("caps of connections are each node's own")
    void capsCountConnectionsNotSessions() {
        try (TestServer server = TestServer.ephemeral(
                "--max-connections",
                "2",
                "--http-max-sessions",
                "1",
                "--http-max-sessions-per-ip",
                "1")) {
            welcome(server.connect());
            welcome(server.connect());

            assertThat(server.client().post("/v1/sessions", "").status()).isEqualTo(200);
            assertThat(server.client().post("/v1/sessions", "").status()).isEqualTo(503);
            Gauges.await(server, "", 2, 1);
        }
    }

    @Test
    @DisplayName("2.1: TLS is spoken where a certificate is given; plaintext clients fail the"
            + " handshake.")
    void certificateEnablesTls(@TempDir Path directory) throws Exception {
        SelfSigned pair = SelfSigned.in(directory);
        try (TestServer server = TestServer.ephemeral(
                        "--tls-cert",
                        pair.certificate().toString(),
                        "--tls-key",
                        pair.key().toString());
                LineClient plain = server.connect()) {
            int port = server.server().linePort();
            LineClient client = new LineClient(
                    pair.trusting().getSocketFactory().createSocket("127.0.0.1", port));
            String grant = client.ask("l", "k", "0");
            assertThat(grant).matches("ok [0-9a-f]{32} 33");
            client.request("l", "k", "600");
            server.awaitQueued("k", 1);
            try (LineClient other = new LineClient(
                    pair.trusting().getSocketFactory().createSocket("127.0.0.1", port))) {
                assertThat(other.ask("r", "k", grant.split(" ")[1])).isEqualTo("ok");
            }
            assertThat(client.line()).startsWith("ok ");
            client.send("ping\n_\n_\n".repeat(500));
            for (int i = 0; i < 500; i++) {
                assertThat(client.line()).isEqualTo("ok");
            }
            client.close();
            server.awaitConnectionsEnded(2);

            plain.send("ping\n_\n_\n");
            assertThat(everything(plain)).doesNotContain("ok");
        }
    }

    private static String everything(LineClient client) {
        try {
            return new String(
                    client.socket().getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // A reset is a rejection too.
            return "";
        }
    }

    @Test
    void httpRequestFromABrowserHasNoEffect() {
        try (TestServer server = TestServer.ephemeral()) {
            LineClient browser = server.connect();
            browser.send(
                    "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nl\nk\n0\n");

            browser.endsWithout("ok");
            assertThat(server.stats().path("locks").size()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("76. Pipelined requests are answered in order.")
    void pipelinedRequestsAreAnsweredInOrder(Storage storage, @TempDir Path directory) {
        try (TestServer server = storage.start(directory)) {
            LineClient client = server.connect();
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 2_000; i++) {
                requests.append("l\nk").append(i).append("\n0 ").append(i + 1).append("\n");
                requests.append(i % 3 == 0 ? "nonsense\n\n\n" : "ping\n\n\n");
            }
            // The replies exceed the socket buffers, so they must be read while the requests are
            // sent.
            Thread.ofVirtual().start(() -> client.send(requests.toString()));

            for (int i = 0; i < 2_000; i++) {
                assertThat(client.line()).matches("ok [0-9a-f]{32} " + (i + 1));
                assertThat(client.line()).isEqualTo(i % 3 == 0 ? "error" : "ok");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("76, behind a blocking command: what was sent meanwhile is answered after it.")
    void requestsBehindABlockedCommandWait(Storage storage, @TempDir Path directory) {
        try (TestServer server = storage.start(directory)) {
            LineClient holder = server.connect();
            String token = holder.ask("l", "k", "0").split(" ")[1];
            LineClient client = server.connect();
            client.send("l\nk\n600\nl\nbehind\n0\nping\n_\n_\n");
            server.awaitQueued("k", 1);
            assertThat(server.row("locks", "behind").isMissingNode()).isTrue();

            holder.ask("r", "k", token);

            assertThat(client.line()).startsWith("ok ");
            assertThat(client.line()).startsWith("ok ");
            assertThat(client.line()).isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("2.1: If what is sent behind a blocking command is more than is read ahead, the"
            + " connection is cut.")
    void tooMuchInputBehindABlockedCommandClosesTheConnection() throws InterruptedException {
        try (TestServer server = TestServer.ephemeral()) {
            LineClient holder = server.connect();
            holder.ask("l", "k", "0");
            LineClient client = server.connect().request("l", "k", "600");
            server.awaitQueued("k", 1);
            byte[] more = "ping\n_\n_\n".repeat(1_000).getBytes(StandardCharsets.US_ASCII);

            Thread sender = Thread.ofVirtual().start(() -> {
                while (client.sendLeniently(more)) {
                    // Continues until the server disconnects.
                }
            });
            sender.join();

            client.endsWithout("ok");
            server.awaitWaitsEnded("k", 1);
            Gauges.await(server, 1);
        }
    }

    @Test
    @DisplayName("55, over TCP: A release sent while that connection's acquire is blocked waits for"
            + " it.")
    void releaseBehindABlockedAcquireWaits() {
        try (TestServer server = TestServer.ephemeral()) {
            LineClient holder = server.connect();
            String other = holder.ask("l", "b", "0").split(" ")[1];
            LineClient client = server.connect();
            String own = client.ask("l", "a", "0").split(" ")[1];
            client.request("l", "b", "600").request("r", "a", own);
            server.awaitQueued("b", 1);
            assertThat(holder.ask("l", "a", "0")).isEqualTo("timeout");

            holder.ask("r", "b", other);

            assertThat(client.line()).startsWith("ok ");
            assertThat(client.line()).isEqualTo("ok");
        }
    }
}
