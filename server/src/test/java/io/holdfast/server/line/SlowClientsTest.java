package io.holdfast.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.LineClient;
import io.holdfast.server.Storage;
import io.holdfast.server.TestServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests slow and silent clients: nothing hangs, nothing leaks, all counters return to zero. */
@ParameterizedClass
@EnumSource(Storage.class)
final class SlowClientsTest {

    @TempDir
    Path directory;

    private final Storage storage;
    private TestServer server;

    SlowClientsTest(Storage storage) {
        this.storage = storage;
    }

    @BeforeEach
    void start() {
        // Here clients end by the write timeout; in the other server by the read timeout.
        server = storage.start(
                directory.resolve("data"), "--read-timeout", "600", "--write-timeout", "1");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void everythingIsFree() {
        everythingIsFree(server);
    }

    private static void everythingIsFree(TestServer server) {
        Gauges.await(server, 0);
        assertThat(server.stats().path("locks").size()).isZero();
        assertThat(server.stats().path("semaphores").size()).isZero();
        assertThat(server.client().get("/metrics").body())
                .contains("dflockd_locks_held 0.0\n")
                .contains("dflockd_lock_waiters 0.0\n")
                .contains("dflockd_semaphore_holders 0.0\n")
                .contains("dflockd_semaphore_waiters 0.0\n");
        try (LineClient next = new LineClient(server)) {
            assertThat(next.ask("l", "k", "0")).startsWith("ok ");
        }
    }

    @Test
    void clientThatSendsByteByByteIsServed() {
        LineClient client = server.connect();
        for (byte b : "l\r\nk\r\n 0  7\r\nping\n\n\n".getBytes(StandardCharsets.US_ASCII)) {
            client.send(new byte[] {b});
        }

        assertThat(client.line()).matches("ok [0-9a-f]{32} 7");
        assertThat(client.line()).isEqualTo("ok");
        client.close();
        everythingIsFree();
    }

    @Test
    void incompleteRequestsAreClosedWithAnError() {
        String half = "sl\nk\n600 1 600";
        try (TestServer strict = storage.start(
                directory.resolve("strict"), "--read-timeout", "1", "--write-timeout", "600")) {
            List<LineClient> clients = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                clients.add(strict.connect().send(half.substring(0, 1 + i % half.length())));
            }

            for (LineClient client : clients) {
                assertThat(client.line()).isEqualTo("error");
                assertThat(client.isClosedByServer()).isTrue();
            }
            everythingIsFree(strict);
        }
    }

    @Test
    void clientsThatDisconnectWhileWaitingLeakNothing() {
        LineClient holder = server.connect();
        assertThat(holder.ask("l", "k", "0 600")).startsWith("ok ");
        assertThat(holder.ask("sl", "s", "0 1 600")).startsWith("ok ");
        List<LineClient> waiting = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            LineClient client = server.connect();
            switch (i % 4) {
                case 0 -> client.request("l", "k", "600");
                case 1 -> client.request("e", "k", "").request("w", "k", "600");
                case 2 -> client.request("sl", "s", "600 1").request("ping", "_", "_");
                default ->
                    client.request("se", "s", "1").request("sw", "s", "600").send("half");
            }
            waiting.add(client);
        }
        server.awaitQueued("k", 100);
        server.awaitQueued("s", 100);

        for (int i = 0; i < waiting.size(); i++) {
            if (i % 3 == 0) {
                waiting.get(i).reset();
            } else {
                waiting.get(i).close();
            }
        }
        server.awaitWaitsEnded("k", 100);
        server.awaitWaitsEnded("s", 100);

        holder.close();
        everythingIsFree();
    }

    @Test
    void clientsThatNeverReadAreDisconnectedAndTheirLocksFreed() {
        LineClient keys = server.connect();
        for (int i = 0; i < 100; i++) {
            keys.ask("l", "k".repeat(200) + i, "0 600");
        }
        byte[] requests = "stats\n_\n_\n".repeat(200).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 20; i++) {
            LineClient stalled = server.connect();
            assertThat(stalled.ask("l", "stalled" + i, "0 600")).startsWith("ok ");
            Thread.ofVirtual().start(() -> {
                while (stalled.sendLeniently(requests)) {
                    // Continues until the server disconnects.
                }
            });
        }

        server.awaitConnectionsEnded(20);
        keys.close();
        everythingIsFree();
    }

    @Test
    void thousandsOfConnectionsLeakNothing() {
        Random random = new Random(0x5eed0005L);
        List<LineClient> open = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            LineClient client = new LineClient(server);
            open.add(client);
            switch (random.nextInt(6)) {
                case 0 -> {
                    // Sends nothing.
                }
                case 1 -> client.send("l\nk");
                case 2 -> client.request("l", "k", "600");
                case 3 -> client.request("sl", "s", "600 2").request("e", "e" + i % 7, "");
                case 4 -> client.request("ping", "_", "_").endOfInput();
                default -> assertThat(client.ask("ping", "_", "_")).isEqualTo("ok");
            }
            while (open.size() > random.nextInt(100)) {
                LineClient leaving = open.remove(random.nextInt(open.size()));
                if (random.nextBoolean()) {
                    leaving.reset();
                } else {
                    leaving.close();
                }
            }
        }
        open.forEach(LineClient::close);

        everythingIsFree();
    }
}
