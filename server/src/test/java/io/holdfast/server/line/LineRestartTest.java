package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.LineClient;
import io.holdfast.server.ServerCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a real server process and checks what its connections held. */
final class LineRestartTest {

    private static final long PATIENCE_SECONDS = 60;

    @TempDir
    Path directory;

    /** A server process with its port and HTTP client. */
    private record Running(Process process, int linePort, Client http) implements AutoCloseable {

        void kill() throws InterruptedException {
            process.destroyForcibly();
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() {
            http.close();
            process.destroyForcibly();
        }
    }

    private Running start() throws IOException {
        Process process = new ProcessBuilder(ServerCommand.of(
                        "serve",
                        "--http-port=0",
                        "--port=0",
                        "--data-dir",
                        directory.resolve("data").toString()))
                .redirectError(directory.resolve("err").toFile())
                .start();
        BufferedReader out = process.inputReader();
        int httpPort = port(out.readLine(), "listening on http://");
        int linePort = port(out.readLine(), "line protocol on ");
        return new Running(process, linePort, new Client(httpPort));
    }

    private static int port(@Nullable String line, String beginning) {
        String address = Objects.requireNonNull(line, "the server did not start");
        assertThat(address).startsWith(beginning + "127.0.0.1:");
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    @Test
    @DisplayName(
            "Decided: After the loss of the process, what a TCP connection held runs to the end"
                    + " of its lease and can be renewed by token; its waits are cancelled.")
    void leasesOfAConnectionSurviveAServerKill() throws Exception {
        String token;
        String slot;
        String shortLease;
        try (Running first = start();
                LineClient holder = new LineClient(first.linePort());
                LineClient waiting = new LineClient(first.linePort());
                LineClient queued = new LineClient(first.linePort())) {
            token = holder.ask("l", "k", "0 600").split(" ")[1];
            slot = holder.ask("sl", "s", "0 1 600").split(" ")[1];
            shortLease = holder.ask("l", "short", "0 1").split(" ")[1];
            waiting.request("l", "k", "600");
            assertThat(queued.ask("e", "k", "")).isEqualTo("queued");
            awaitWaiters(first.http(), 2);

            first.kill();

            assertThat(waiting.isClosedByServer()).isTrue();
        }
        try (Running second = start();
                LineClient next = new LineClient(second.linePort())) {
            awaitWaiters(second.http(), 0);
            assertThat(next.ask("l", "k", "0")).isEqualTo("timeout");
            assertThat(next.ask("n", "k", token + " 500")).isEqualTo("ok 500");
            assertThat(next.ask("sr", "s", slot)).isEqualTo("ok");
            Caller http = second.http().session();
            assertThat(http.renew("k", token, 400).status()).isEqualTo(200);
            assertThat(next.ask("r", "k", token)).isEqualTo("ok");
            String newer = next.ask("l", "k", "0").split(" ")[1];
            assertThat(newer).isGreaterThan(slot);
            // The one-second lease expired while the server was down, or expires soon.
            assertThat(next.ask("l", "short", "30")).startsWith("ok ");
            assertThat(next.ask("r", "short", shortLease)).isEqualTo("error");
        }
    }

    /** Waits until the queue of key k has this many waiters. */
    private static void awaitWaiters(Client client, int count) {
        Awaitility.await()
                .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(client.get("/v1/stats").body())
                        .contains("\"key\":\"k\"")
                        .containsPattern("\"key\":\"k\",[^}]*\"waiters\":" + count + ","));
    }
}
