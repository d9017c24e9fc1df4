package io.holdfast.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.backup.Restore;
import io.holdfast.server.Caller;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Http;
import io.holdfast.server.OneNode;
import io.holdfast.server.RawClient;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.Tokens;
import io.holdfast.server.auth.Role;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Backs up a running server over HTTP and restores another one from it. */
final class BackupTest {

    @TempDir
    private Path directory;

    private static HttpResponse<byte[]> backup(TestServer server, String... headers)
            throws IOException {
        return Http.bytes("GET", server.client().base() + "/v1/backup", headers);
    }

    /** Starts a backup, and reads no more than its first bytes. */
    private static RawClient slowBackup(TestServer server) throws IOException {
        RawClient slow = new RawClient(server);
        slow.socket().setReceiveBufferSize(4096);
        slow.send("GET /v1/backup HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(slow.text(12)).isEqualTo("HTTP/1.1 200");
        return slow;
    }

    @Test
    void restoredServerHasSameStateAndHigherFences() throws Exception {
        FakeClock clock = new FakeClock();
        Path file = directory.resolve("backup");
        String session;
        String token;
        long highest = 0;
        try (TestServer old = TestServer.durable(clock, directory.resolve("old"))) {
            Caller ann = old.session();
            session = ann.id();
            token = ann.lock("kept").token();
            HttpResponse<byte[]> response = backup(old);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Holdfast-Index")).isPresent();
            Files.write(file, response.body());
            for (int i = 0; i < 1000; i++) {
                highest = Math.max(highest, ann.lock("later" + i).fence());
            }
        }

        new Restore(file, directory.resolve("new"), "n1", false, 0).run(clock);

        try (TestServer restored = TestServer.durable(clock, directory.resolve("new"))) {
            Caller ann = new Caller(restored.client(), session);
            assertThat(ann.lock("later7").fence()).isGreaterThan(highest);
            assertThat(restored.row("locks", "kept").path("key").asString()).isEqualTo("kept");
            assertThat(ann.release("kept", token).status()).isEqualTo(204);
        }
    }

    @Test
    void ephemeralServerCanBeBackedUp() throws Exception {
        FakeClock clock = new FakeClock();
        Path file = directory.resolve("backup");
        try (TestServer old = TestServer.ephemeralAt(clock)) {
            old.session().lock("kept");
            Files.write(file, backup(old).body());
        }
        new Restore(file, directory.resolve("new"), "n1", false, 0).run(clock);
        try (TestServer restored = TestServer.durable(clock, directory.resolve("new"))) {
            assertThat(restored.row("locks", "kept").path("key").asString()).isEqualTo("kept");
        }
    }

    @Test
    void backupNeedsAuthentication() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "s3cret");
        try (TestServer server = TestServer.ephemeral("--auth-token-file", token.toString())) {
            assertThat(backup(server).statusCode()).isEqualTo(401);
            assertThat(backup(server, "Authorization", "Bearer s3cret").statusCode())
                    .isEqualTo(200);
        }
    }

    /** Writes much more state than the socket buffers hold without a reader. */
    private static void fill(TestServer server) {
        String data = "x".repeat(60_000);
        for (int i = 0; i < 400; i++) {
            Reply reply = server.client()
                    .post(
                            "/v1/claims/",
                            "{\"resource\":\"r" + i + "\",\"ttl\":600,\"user_data\":{\"d\":\""
                                    + data + "\"}}");
            assertThat(reply.status()).isEqualTo(201);
        }
    }

    @Test
    void secondBackupIsRejectedUntilTheFirstEnds() throws Exception {
        try (TestServer server = TestServer.ephemeral()) {
            fill(server);
            try (RawClient _ = slowBackup(server)) {
                HttpResponse<byte[]> second = backup(server);

                assertThat(second.statusCode()).isEqualTo(503);
                assertThat(second.headers().firstValue("Retry-After")).isPresent();
                assertThat(server.session().lock("k").status())
                        .as("others are served meanwhile")
                        .isEqualTo(200);
            }
            Awaitility.await().until(() -> backup(server).statusCode() == 200);
        }
    }

    private static List<JsonNode> backups(Path audit) throws IOException {
        JsonMapper json = JsonMapper.builder().build();
        return Files.readAllLines(audit).stream()
                .map(json::readTree)
                .filter(line -> line.path("verb").asString().equals("backup"))
                .toList();
    }

    @Test
    @OneNode("each node writes down what it was told")
    void everyBackupIsAudited() throws Exception {
        Path audit = directory.resolve("audit.log");
        Tokens tokens = new Tokens(directory);
        String[] root = {"Authorization", "Bearer " + tokens.of("root", Role.OPERATOR)};
        long bytes;
        try (TestServer server = TestServer.ephemeral(
                "--tokens-file", tokens.path(),
                "--audit-log", audit.toString(),
                "--audit-level", "admin")) {
            bytes = backup(server, root).body().length;
            server.client().get("/v1/backup?read=stale", root);
        }
        List<JsonNode> lines = backups(audit);
        assertThat(lines)
                .extracting(line -> line.path("outcome").asString())
                .containsExactly("started", "done", "started", "done");
        for (JsonNode line : lines) {
            assertThat(line.path("audit").asString()).isEqualTo("admin");
            assertThat(line.path("principal").asString()).isEqualTo("root");
            assertThat(line.path("address").asString()).isEqualTo("127.0.0.1");
        }
        assertThat(lines.get(1).path("resource").asString())
                .isEqualTo("latest, " + bytes + " bytes");
        assertThat(lines.get(3).path("resource").asString()).startsWith("stale, ");
    }

    @Test
    @OneNode("each node writes down what it was told")
    void interruptedBackupIsAuditedAsFailed() throws Exception {
        Path audit = directory.resolve("audit.log");
        try (TestServer server = TestServer.ephemeral("--audit-log", audit.toString())) {
            fill(server);
            slowBackup(server).close();
            Awaitility.await().until(() -> backups(audit).size() == 2);
        }
        assertThat(backups(audit).getLast().path("outcome").asString()).isEqualTo("failed");
        assertThat(backups(audit).getLast().path("reason").asString()).contains("gone");
    }

    @Test
    void headRequestStartsNoBackup() throws Exception {
        try (TestServer server = TestServer.ephemeral()) {
            String url = server.client().base() + "/v1/backup";
            assertThat(Http.bytes("HEAD", url).statusCode()).isEqualTo(200);
            assertThat(backup(server).statusCode()).isEqualTo(200);
        }
    }
}
