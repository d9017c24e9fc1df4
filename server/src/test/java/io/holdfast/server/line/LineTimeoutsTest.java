package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.LineClient;
import io.holdfast.server.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 2.6 of the contract: request and reply timeouts. */
final class LineTimeoutsTest {

    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral("--read-timeout", "1", "--write-timeout", "600");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName(
            "2.4, code 10: A request that does not end in time gets `error`, and the connection"
                    + " is closed.")
    void incompleteRequestTimesOut() {
        List<LineClient> clients = new ArrayList<>();
        for (String half : List.of("p", "l\n", "l\nk", "l\nk\n", "l\nk\n0", "\n\n")) {
            clients.add(server.connect().send(half));
        }

        for (LineClient client : clients) {
            assertThat(client.line()).isEqualTo("error");
            assertThat(client.isClosedByServer()).isTrue();
        }
        assertThat(server.row("locks", "k").isMissingNode()).isTrue();
        Gauges.await(server, 0);
    }

    @Test
    void incompleteRequestBehindACompleteOneTimesOut() {
        LineClient client = server.connect().send("ping\n_\n_\nping\n_\n");

        assertThat(client.line()).isEqualTo("ok");
        assertThat(client.line()).isEqualTo("error");
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    @DisplayName("Decided: Idle connections are never timed out; the deadline starts at a request's"
            + " first byte.")
    void idleConnectionDoesNotTimeOut() {
        LineClient silent = server.connect();
        LineClient idle = server.connect();
        String token = idle.ask("l", "k", "0 600").split(" ")[1];

        // Both are idle for three times as long as this connection takes to time out.
        for (int i = 0; i < 3; i++) {
            LineClient slow = server.connect().send("p");
            assertThat(slow.line()).isEqualTo("error");
            assertThat(slow.isClosedByServer()).isTrue();
        }

        assertThat(silent.ask("ping", "_", "_")).isEqualTo("ok");
        assertThat(idle.ask("n", "k", token)).isEqualTo("ok 33");
    }

    @Test
    @DisplayName("2.6: The read deadline is suspended while a command blocks.")
    void blockedCommandDoesNotTimeOut() {
        LineClient holder = server.connect();
        String token = holder.ask("l", "k", "0").split(" ")[1];
        LineClient blocked = server.connect().request("l", "k", "600");
        server.awaitQueued("k", 1);
        LineClient slow = server.connect().send("p");
        assertThat(slow.line()).isEqualTo("error");

        holder.ask("r", "k", token);

        assertThat(blocked.line()).startsWith("ok ");
        assertThat(blocked.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    @DisplayName("80. A stalled reader is dropped after write-timeout.")
    void stalledReaderIsDisconnected() throws InterruptedException {
        try (TestServer strict =
                TestServer.ephemeral("--read-timeout", "600", "--write-timeout", "1")) {
            LineClient keys = strict.connect();
            for (int i = 0; i < 200; i++) {
                assertThat(keys.ask("l", "k".repeat(200) + i, "0")).startsWith("ok ");
            }
            LineClient stalled = strict.connect();
            assertThat(stalled.ask("l", "stalled", "0")).startsWith("ok ");
            byte[] requests = "stats\n_\n_\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
            Thread sender = Thread.ofVirtual().start(() -> {
                while (stalled.sendLeniently(requests)) {
                    // Continues until the server disconnects.
                }
            });

            strict.awaitConnectionsEnded(1);
            sender.join();

            assertThat(keys.ask("l", "stalled", "0")).startsWith("ok ");
            Gauges.await(strict, 1);
        }
    }
}
