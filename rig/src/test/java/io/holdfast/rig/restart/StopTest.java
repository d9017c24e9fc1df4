package io.holdfast.rig.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.holdfast.rig.group.Layout;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM: a graceful stop. */
final class StopTest {

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @Test
    void stopUnderLoadLosesNoAcknowledgedOperation(@TempDir Path directory) throws Exception {
        Setup setup = Setup.locks(8).with(Layout.single("--shutdown-timeout", "5"));
        try (Campaign campaign = new Campaign(setup, directory, seed)) {
            campaign.begin();
            campaign.awaitOperations(800);
            ServerProcess server = campaign.server();
            server.terminate();
            assertThat(server.awaitExit()).as(server.excerpt()).isZero();
            campaign.restart();
            campaign.awaitOperations(400);
            campaign.check();
            assertThat(campaign.findings().texts()).as("seed %d", seed).isEmpty();
            assertThat(campaign.tally().survivors().held()).isPositive();
        }
    }

    @Test
    void grantsSessionsAndPlacesSurviveAStopAndWaitingCallsGet503(@TempDir Path directory)
            throws Exception {
        ServerCommand command =
                ServerCommand.durable(directory.resolve("data"), "--shutdown-timeout", "5");
        String token;
        String holding;
        String waiting;
        try (ServerProcess server = ServerProcess.start(command, directory);
                Caller holder = Caller.open(new Wire(server.port()));
                Caller waiter = Caller.open(new Wire(server.port()));
                Caller caller = Caller.open(new Wire(server.port()));
                Socket half = halfARequest(server.port())) {
            token = holder.acquire("k", 0, 600).text("token");
            holding = holder.session();
            waiting = waiter.session();
            assertThat(waiter.enqueue("k", 600).text("status")).isEqualTo("queued");
            CompletableFuture<Reply> wait = parked(() -> waiter.await("k", 600));
            CompletableFuture<Reply> acquire = parked(() -> caller.acquire("k", 600, 600));
            awaitWaiters(server, 2);
            server.terminate();
            assertThat(wait.join().line()).startsWith("503 ").contains("draining");
            assertThat(acquire.join().line()).startsWith("503 ").contains("draining");
            assertThat(secondHalf(half)).startsWith("HTTP/1.1 503").contains("draining");
            assertThat(server.awaitExit()).as(server.excerpt()).isZero();
        }
        try (ServerProcess server = ServerProcess.start(command, directory);
                Wire wire = new Wire(server.port())) {
            Caller holder = Caller.resume(wire, holding);
            Caller waiter = Caller.resume(wire, waiting);
            assertThat(holder.ping().status()).isEqualTo(204);
            assertThat(holder.renew("k", token).status()).isEqualTo(200);
            awaitWaiters(server, 1);
            assertThat(holder.release("k", token).status()).isEqualTo(204);
            assertThat(waiter.await("k", 0).text("status")).isEqualTo("ok");
        }
    }

    @Test
    void stopOfAnEphemeralServerEndsItsSessions(@TempDir Path directory) throws Exception {
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory);
                Caller holder = Caller.open(new Wire(server.port()));
                Caller waiter = Caller.open(new Wire(server.port()))) {
            holder.acquire("k", 0, 600);
            CompletableFuture<Reply> acquire = parked(() -> waiter.acquire("k", 600, 600));
            awaitWaiters(server, 1);
            server.terminate();
            assertThat(acquire.join().line()).startsWith("410 {\"error\":\"session_gone\"");
            assertThat(server.awaitExit()).as(server.excerpt()).isZero();
        }
    }

    /** A call that may fail. */
    private interface Ask {
        Reply ask() throws IOException;
    }

    private static CompletableFuture<Reply> parked(Ask call) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return call.ask();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory()));
    }

    private static void awaitWaiters(ServerProcess server, int waiters) {
        try (Wire wire = new Wire(server.port())) {
            await().pollInterval(Duration.ofMillis(5))
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> wire.ask(Request.get("/v1/stats"))
                            .body()
                            .contains("\"waiters\":" + waiters));
        }
    }

    /**
     * The server does not close a connection with half a request, so readiness can be read on it.
     */
    private static Socket halfARequest(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        String head = "GET /ready HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String secondHalf(Socket socket) throws IOException {
        socket.getOutputStream().write("\r\n".getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
}
