package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.FakeClock;
import io.holdfast.server.LineClient;
import io.holdfast.server.OneNode;
import io.holdfast.server.TestServer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Section 2.8 of the contract: the replies of a server that shuts down. */
final class LineDrainTest {

    private static CompletableFuture<Void> stop(TestServer server) {
        return CompletableFuture.runAsync(
                server::stop, task -> Thread.ofPlatform().name("stop").start(task));
    }

    @Test
    @OneNode("a cluster is stopped node by node")
    @DisplayName("77. During shutdown a new request on an open connection gets `error_draining`.")
    void requestDuringShutdownGetsErrorDraining() {
        try (TestServer server = TestServer.ephemeral("--shutdown-timeout", "60")) {
            LineClient holder = server.connect();
            assertThat(holder.ask("l", "k", "0")).startsWith("ok ");
            LineClient blocked = server.connect().request("l", "k", "600");
            server.awaitQueued("k", 1);

            CompletableFuture<Void> stopped = stop(server);

            // This reply proves that the shutdown has begun.
            assertThat(blocked.line()).isEqualTo("error");
            assertThat(holder.ask("l", "new", "0")).isEqualTo("error_draining");
            assertThat(holder.isClosedByServer()).isTrue();
            assertThat(blocked.ask("ping", "_", "_")).isEqualTo("error_draining");
            assertThat(blocked.isClosedByServer()).isTrue();
            stopped.join();
        }
    }

    @Test
    @DisplayName("2.8: After `--shutdown-timeout` remaining connections are force-closed.")
    void remainingConnectionsAreClosedAfterTheShutdownTimeout() {
        try (TestServer server = TestServer.ephemeral("--shutdown-timeout", "1")) {
            LineClient idle = server.connect();
            assertThat(idle.ask("ping", "_", "_")).isEqualTo("ok");

            server.stop();

            assertThat(idle.isClosedByServer()).isTrue();
        }
    }

    @Test
    void durableServerAnswersBlockedConnectionsOnShutdown(@TempDir Path directory) {
        try (TestServer server =
                TestServer.durable(new FakeClock(), directory, "--shutdown-timeout", "60")) {
            LineClient holder = server.connect();
            assertThat(holder.ask("l", "k", "0")).startsWith("ok ");
            LineClient blocked = server.connect().request("l", "k", "600");
            server.awaitQueued("k", 1);

            CompletableFuture<Void> stopped = stop(server);

            assertThat(blocked.line()).isEqualTo("error");
            assertThat(holder.ask("ping", "_", "_")).isEqualTo("error_draining");
            assertThat(holder.isClosedByServer()).isTrue();
            blocked.close();
            stopped.join();
        }
    }

    @Test
    @DisplayName(
            "Decided: What connections held when a durable server stopped is held to the end of"
                    + " its lease, and can be renewed by token; their waits are over.")
    void leasesOfConnectionsSurviveARestart(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        String token;
        try (TestServer server = TestServer.durable(clock, directory, "--shutdown-timeout", "1")) {
            token = server.connect().ask("l", "k", "0 600").split(" ")[1];
            LineClient queued = server.connect();
            assertThat(queued.ask("e", "k", "")).isEqualTo("queued");

            server.stop();
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            LineClient next = server.connect();
            assertThat(server.row("locks", "k").path("waiters").asInt()).isZero();
            assertThat(next.ask("l", "k", "0")).isEqualTo("timeout");
            assertThat(next.ask("n", "k", token + " 60")).isEqualTo("ok 60");
            clock.advanceSeconds(60);
            assertThat(next.ask("l", "k", "0")).startsWith("ok ");
            assertThat(next.ask("r", "k", token)).isEqualTo("error");
        }
    }
}
