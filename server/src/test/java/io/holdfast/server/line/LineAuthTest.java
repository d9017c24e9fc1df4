package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.LineClient;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 2.5 of the contract: the handshake when a token is configured. */
final class LineAuthTest {

    private TestServer server;

    @BeforeEach
    void start() {
        server = TestServer.ephemeral("--auth-token", "s3cret");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void isRefused(LineClient client) {
        assertThat(client.line()).isEqualTo("error_auth");
        assertThat(client.isClosedByServer()).isTrue();
    }

    private int locks() {
        return server.client()
                .get("/v1/stats", "Authorization", "Bearer s3cret")
                .json()
                .path("locks")
                .size();
    }

    @Test
    void validSecretAuthenticatesTheConnection() {
        LineClient client = server.connect();

        assertThat(client.ask("auth", "_", "s3cret")).isEqualTo("ok");
        assertThat(client.ask("l", "k", "0")).startsWith("ok ");
        assertThat(locks()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {" s3cret\t", "s3cret\r", "\t \ts3cret"})
    @DisplayName("2.5: The secret is trimmed.")
    void secretIsTrimmed(String secret) {
        assertThat(server.connect().ask("auth", "ignored", secret)).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrong", "", "s3cre", "s3cret2", "S3CRET", "s3 cret", "_"})
    @DisplayName("2.2: A wrong secret is `error_auth`, then close.")
    void wrongSecretIsRejected(String secret) {
        isRefused(server.connect().request("auth", "_", secret));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "stats", "barrier", "l", "nonsense", "", "AUTH", "auth "})
    @DisplayName(
            "74. First command not `auth` (when required) → `error_auth`, then close after ~100"
                    + " ms.")
    void commandBeforeAuthIsRejected(String command) {
        isRefused(server.connect().request(command, "k", "0"));
        assertThat(locks()).isZero();
    }

    @Test
    @DisplayName("2.5: A line that is too long in place of the handshake gives `error_auth`.")
    void oversizedLineIsRejected() {
        isRefused(server.connect().request("x".repeat(257), "_", "_"));
        isRefused(server.connect().request("auth", "x".repeat(257), "s3cret"));
        isRefused(server.connect().request("auth", "_", "s3cret" + " ".repeat(65_531)));
    }

    @Test
    @DisplayName("2.5: A handshake that does not end in time gives `error_auth`, then close.")
    void incompleteHandshakeTimesOut() {
        try (TestServer strict =
                TestServer.ephemeral("--auth-token", "s3cret", "--read-timeout", "1")) {
            List<LineClient> clients = new ArrayList<>();
            // A client that sends nothing gets the same deadline as the others.
            for (String half : List.of("", "a", "auth", "auth\n", "auth\n_\ns3cret")) {
                clients.add(strict.connect().send(half));
            }

            clients.forEach(LineAuthTest::isRefused);
            Gauges.await(strict, "Bearer s3cret", 0, 0);
        }
    }

    @Test
    void unauthenticatedConnectionIsNotCounted() {
        LineClient stranger = server.connect();
        LineClient friend = server.connect();
        assertThat(friend.ask("auth", "_", "s3cret")).isEqualTo("ok");

        assertThat(friend.ask("stats", "_", "_")).startsWith("ok {\"connections\":1,");
        isRefused(stranger.request("ping", "_", "_"));
    }

    @Test
    @DisplayName("2.1: The argument line of `auth` may have 65,536 bytes.")
    void secretMayHave65536Bytes() {
        LineClient client = server.connect();

        assertThat(client.ask("auth", "_", "s3cret" + " ".repeat(65_530))).isEqualTo("ok");
        assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    @DisplayName("2.5: Sent a second time after success, `auth` is just an unknown command.")
    void secondAuthIsAnUnknownCommand() {
        LineClient client = server.connect();
        client.ask("auth", "_", "s3cret");

        assertThat(client.ask("auth", "_", "s3cret")).isEqualTo("error");
        assertThat(client.ask("auth", "_", "wrong")).isEqualTo("error");
        assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
    }

    @Test
    void requestsPipelinedBehindAuthAreAnswered() {
        LineClient client = server.connect();
        client.send("auth\n_\ns3cret\nping\n_\n_\nl\nk\n0\n");

        assertThat(client.line()).isEqualTo("ok");
        assertThat(client.line()).isEqualTo("ok");
        assertThat(client.line()).matches("ok [0-9a-f]{32} 33");
    }

    @Test
    void requestsBehindAFailedHandshakeAreDropped() {
        LineClient client = server.connect();
        client.send("auth\n_\nwrong\nauth\n_\ns3cret\nl\nk\n0\n");

        isRefused(client);
        assertThat(locks()).isZero();
    }

    @Test
    void disconnectDuringTheAuthDelayLeaksNothing() {
        for (int i = 0; i < 20; i++) {
            server.connect().request("auth", "_", "wrong").reset();
        }

        LineClient client = server.connect();
        assertThat(client.ask("auth", "_", "s3cret")).isEqualTo("ok");
        Gauges.await(server, "Bearer s3cret", 1, 0);
    }
}
