package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.log.Clock;
import io.holdfast.log.CommitLog;
import io.holdfast.log.MemoryLog;
import io.holdfast.log.RemovedException;
import io.holdfast.log.Replica;
import io.holdfast.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the replies to clients after a storage failure. */
final class StorageFailureTest {

    /** A log whose disk fails when the test says so. */
    private static final class FailingLog implements CommitLog {

        private final MemoryLog log = new MemoryLog();
        private @Nullable Replica replica;
        private volatile boolean broken;
        private volatile IOException cause = new IOException("No space left on device");
        private volatile boolean closed;

        /** Fails at the first manifest command. */
        private boolean takesNoManifest;

        @Override
        public void open(Replica opened) throws IOException {
            replica = opened;
            log.open(opened);
        }

        @Override
        public void propose(Batch batch) {
            Replica target = replica;
            broken |= takesNoManifest
                    && batch.proposals().stream()
                            .anyMatch(p -> p.command() instanceof EntitiesCommand.Manifest);
            if (!broken || target == null) {
                log.propose(batch);
            } else {
                target.failed(cause);
            }
        }

        @Override
        public int inFlightMax() {
            return log.inFlightMax();
        }

        @Override
        public void close() {
            log.close();
            closed = true;
        }
    }

    @Test
    void diskFailureRejectsEveryCommandAndReadiness() throws Exception {
        FailingLog log = new FailingLog();
        CompletableFuture<Throwable> heard = new CompletableFuture<>();
        try (Server server = Server.start(
                        ConfigReader.read(List.of("--ephemeral", "--http-port=0"), Map.of()),
                        Clock.SYSTEM,
                        log);
                Client client = new Client(server.httpPort())) {
            server.onLogEnd(heard::complete);
            Caller ann = client.session();
            assertThat(client.get("/ready").status()).isEqualTo(200);
            log.broken = true;

            Reply lost = ann.lock("k");

            assertThat(lost.status()).isEqualTo(503);
            assertThat(lost.error()).isEqualTo("unknown");
            assertThat(Client.await(heard)).hasMessageContaining("No space left");
            Reply refused = ann.lock("k");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.error()).isEqualTo("storage_failed");
            assertThat(refused.header("Retry-After")).isPresent();
            Reply ready = client.get("/ready");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.text("status")).isEqualTo("storage_failed");
            assertThat(client.get("/health").status()).isEqualTo(200);
            assertThat(ann.ping().error()).isEqualTo("storage_failed");
            assertThat(ann.post("locks/k", "not json").error()).isEqualTo("storage_failed");
        }
    }

    @Test
    @DisplayName("49. Storage failure -> 502 and safe to retry.")
    void poolsAnswer502OnStorageFailure() throws Exception {
        FailingLog log = new FailingLog();
        try (Server server = Server.start(
                        ConfigReader.read(
                                List.of("--ephemeral", "--http-port=0", "--port=0"), Map.of()),
                        Clock.SYSTEM,
                        log);
                Client client = new Client(server.httpPort())) {
            String pool = "/l/" + UUID.randomUUID();
            String lease = "{\"lease\":\"" + UUID.randomUUID() + "\"}";
            client.ask("PUT", pool, "{\"count\":1}");
            CompletableFuture<Reply> holds = client.start("POST", pool + "/borrow", "{\"ttl\":9}");
            assertThat(Client.await(holds).status()).isEqualTo(200);
            log.broken = true;

            for (Reply reply : List.of(
                    client.post(pool + "/borrow", "{\"ttl\":1}"),
                    client.post(pool + "/borrow", "{\"ttl\":1,\"wait\":300}"),
                    client.post(pool + "/return", lease),
                    client.ask("PUT", pool, "{\"count\":2}"),
                    client.ask("DELETE", pool, ""))) {
                assertThat(reply.status()).isEqualTo(502);
                assertThat(reply.json())
                        .isEqualTo(Reply.parse("{\"error\":\"database command failed\"}"));
                assertThat(reply.header("Retry-After")).isPresent();
            }
            assertThat(client.get(pool).status()).as("what is known").isEqualTo(200);
        }
    }

    @Test
    void removedMemberIsNotReadyAndEveryApiAnswersRetryAfter() throws Exception {
        FailingLog log = new FailingLog();
        CompletableFuture<Throwable> heard = new CompletableFuture<>();
        try (Server server = Server.start(
                        ConfigReader.read(
                                List.of("--ephemeral", "--http-port=0", "--port=0"), Map.of()),
                        Clock.SYSTEM,
                        log);
                Client client = new Client(server.httpPort());
                LineClient line = new LineClient(server.linePort())) {
            server.onLogEnd(heard::complete);
            Caller ann = client.session();
            log.cause = new RemovedException();
            log.broken = true;
            // A command of the line protocol connection may have come first.
            assertThat(ann.lock("k").error()).isIn("unknown", "removed");
            assertThat(Client.await(heard)).isInstanceOf(RemovedException.class);

            Reply ready = client.get("/ready");
            assertThat(ready.status()).isEqualTo(503);
            assertThat(ready.text("status")).isEqualTo("removed");
            assertThat(ann.lock("k").error()).isEqualTo("removed");
            assertThat(line.ask("l", "k", "0")).isEqualTo("error_draining");
            String pool = "/l/" + UUID.randomUUID();
            for (Reply reply : List.of(
                    ann.lock("k"),
                    client.ask("PUT", pool, "{\"count\":1}"),
                    client.post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}"),
                    client.post("/api/v1/components", "{\"id\":\"c\"}"),
                    client.post("/v1/nodes/task-t/claim", "{}", "Authorization", "Bearer alice"))) {
                assertThat(reply.status()).as(reply.toString()).isIn(502, 503);
                assertThat(reply.header("Retry-After")).as(reply.toString()).isPresent();
            }
        }
    }

    @Test
    void diskFailureDuringStartClosesTheLog(@TempDir Path directory) throws Exception {
        Path manifest = Files.writeString(
                directory.resolve("manifest.yaml"),
                "manifest_version: \"1.0\"\nareas: [{id: front}]\n");
        FailingLog log = new FailingLog();
        log.takesNoManifest = true;
        List<String> flags = List.of(
                "--ephemeral", "--http-port=0", "--port=0", "--entities-manifest=" + manifest);

        assertThatThrownBy(
                        () -> Server.start(ConfigReader.read(flags, Map.of()), Clock.SYSTEM, log))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("manifest");

        assertThat(log.closed).isTrue();
    }
}
