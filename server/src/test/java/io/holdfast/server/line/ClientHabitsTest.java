package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.LineClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Section 2.11 of the contract: what the existing clients send and what they require. */
final class ClientHabitsTest {

    private static final int TYPESCRIPT_LINE_MAX = 1_000_000;

    private TestServer server;
    private LineClient client;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral();
        client = server.connect();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("2.11, Python: Grants have exactly 3 fields, renewals exactly 2, a release is"
            + " exactly `ok`.")
    void repliesHaveTheFieldCountsThePythonClientRequires() {
        String[] grant = client.ask("l", "k", "10 33").split(" ", -1);
        assertThat(grant).hasSize(3);
        String[] renewal = client.ask("n", "k", grant[1] + " 33").split(" ", -1);
        assertThat(renewal).containsExactly("ok", "33");
        assertThat(client.ask("r", "k", grant[1])).isEqualTo("ok");
        String[] acquired = client.ask("e", "k", "33").split(" ", -1);
        assertThat(acquired).hasSize(3).startsWith("acquired");
        String[] waited = client.ask("w", "k", "10").split(" ", -1);
        assertThat(waited).containsExactly("ok", acquired[1], "33");
        assertThat(server.connect().ask("e", "k", "")).isEqualTo("queued");
        assertThat(client.ask("stats", "_", "_")).startsWith("ok {");
    }

    @Test
    @DisplayName("2.11, TypeScript: `stats` and `ping` come with an empty third line, and so does"
            + " `e` without a lease.")
    void typeScriptClientRequestsAreAccepted() {
        client.send("ping\n_\n\n");
        assertThat(client.line()).isEqualTo("ok");
        client.send("stats\n_\n\n");
        assertThat(client.line()).startsWith("ok {");
        client.send("e\nk\n\n");
        assertThat(client.line()).matches("acquired [0-9a-f]{32} 33");
        client.send("se\ns\n3\n");
        assertThat(client.line()).matches("acquired [0-9a-f]{32} 33");
        // This client sends keys with spaces; the server rejects them.
        client.send("l\na b\n0\n");
        assertThat(client.line()).isEqualTo("error");
        // Its signals fail; everything else works.
        client.send("listen\nch.*\n\nsignal\nch.1\nhello\n");
        assertThat(client.line()).isEqualTo("error");
        assertThat(client.line()).isEqualTo("error");
        client.send("ping\n_\n\n");
        assertThat(client.line()).isEqualTo("ok");
    }

    @Test
    @DisplayName("2.11, Go: A client that renews at half its lease keeps its lock and connection.")
    void goClientKeepsItsLockByRenewing() {
        String token = client.ask("l", "k", "10 60").split(" ")[1];
        for (int i = 0; i < 20; i++) {
            server.clock().advanceSeconds(30);
            assertThat(client.ask("n", "k", token + " 60")).isEqualTo("ok 60");
        }
        assertThat(client.ask("r", "k", token)).isEqualTo("ok");
    }

    @Test
    @DisplayName("2.11: Statistics of many keys are still one line that parses.")
    void statsOfManyKeysAreOneLine() {
        int keys = 3_000;
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < keys; i++) {
            requests.append("l\nkey-").append(i).append("\n0\n");
        }
        Thread.ofVirtual().start(() -> client.send(requests.toString()));
        for (int i = 0; i < keys; i++) {
            assertThat(client.line()).startsWith("ok ");
        }

        String stats =
                client.request("stats", "_", "_").request("ping", "_", "_").line();

        assertThat(stats.length()).isLessThan(TYPESCRIPT_LINE_MAX);
        assertThat(Reply.parse(stats.substring(3)).path("locks").size()).isEqualTo(keys);
        assertThat(client.line()).isEqualTo("ok");
    }
}
