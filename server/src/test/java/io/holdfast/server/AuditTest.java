package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests the audit log of a whole server. */
final class AuditTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("audit.log");
    }

    /** Returns all audit lines of a server that has ended. */
    private List<JsonNode> lines() throws IOException {
        return Files.readAllLines(file()).stream().map(JSON::readTree).toList();
    }

    private static List<JsonNode> of(List<JsonNode> lines, String verb) {
        return lines.stream()
                .filter(line -> line.path("verb").asString().equals(verb))
                .toList();
    }

    @Test
    void auditLineHasResourceAddressOutcomeAndFence() throws Exception {
        FakeClock clock = new FakeClock();
        try (TestServer server = TestServer.ephemeralAt(clock, "--audit-log", file().toString())) {
            Caller caller = server.session();
            JsonNode grant = caller.lock("k").json();
            caller.release("k", grant.path("token").asString());
            caller.release("k", grant.path("token").asString());
            server.stop();
            List<JsonNode> all = lines();
            JsonNode acquired = of(all, "acquire").getFirst();
            assertThat(acquired.path("dialect").asString()).isEqualTo("locks");
            assertThat(acquired.path("resource").asString()).isEqualTo("k");
            assertThat(acquired.path("tenant").asString()).isEqualTo("default");
            assertThat(acquired.path("address").asString()).isEqualTo("127.0.0.1");
            assertThat(acquired.path("outcome").asString()).isEqualTo("granted");
            assertThat(acquired.path("mark").asString()).matches("[0-9a-f]{6}");
            assertThat(acquired.path("fence").asLong())
                    .isEqualTo(grant.path("fence").asLong());
            List<JsonNode> releases = of(all, "release");
            assertThat(releases.get(0).path("outcome").asString()).isEqualTo("done");
            assertThat(releases.get(0).path("fence").asLong())
                    .isEqualTo(grant.path("fence").asLong());
            assertThat(releases.get(1).path("outcome").asString()).isEqualTo("refused");
            assertThat(releases.get(1).path("reason").asString()).isEqualTo("not-held");
            assertThat(releases.get(1).has("fence")).isFalse();
            assertThat(Files.getPosixFilePermissions(file()))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    @OneNode("each node writes down what it was told")
    void adminActionsAreAuditedAtLevelAdmin() throws Exception {
        try (TestServer server =
                TestServer.ephemeral("--audit-log", file().toString(), "--audit-level", "admin")) {
            server.session().lock("k");
            String pool = "/l/4f1b6e0a-7d0e-4ac8-9a3c-3f0b7f1f9d11";
            server.client().ask("PUT", pool, "{\"count\":1}");
            server.client().ask("DELETE", pool, "");
            server.reload();
            server.stop();
        }
        assertThat(of(lines(), "acquire")).isEmpty();
        assertThat(of(lines(), "put")).isEmpty();
        assertThat(of(lines(), "delete")).hasSize(1);
        assertThat(of(lines(), "delete").getFirst().path("resource").asString()).hasSize(6);
        assertThat(of(lines(), "reload")).hasSize(1);
        assertThat(of(lines(), "configure")).hasSize(1);
        assertThat(Files.readString(file())).doesNotContain("4f1b6e0a");
    }

    @Test
    void deniedRequestsAndTokenChangesAreAudited() throws Exception {
        Tokens tokens = new Tokens(directory);
        String reader = tokens.of("rita", Role.READER);
        try (TestServer server = TestServer.ephemeral(
                "--audit-log",
                file().toString(),
                "--audit-level",
                "admin",
                "--tokens-file",
                tokens.path())) {
            String[] auth = {"Authorization", "Bearer " + reader};
            assertThat(server.client().ask("POST", "/v1/sessions", "", auth).status())
                    .isEqualTo(403);
            assertThat(server.client().get("/v1/stats").status()).isEqualTo(401);
            tokens.of("ursula", Role.USER);
            Awaitility.await()
                    .atMost(30, TimeUnit.SECONDS)
                    .until(() -> Files.readString(file()).contains("add-token"));
            server.stop();
        }
        JsonNode denied = of(lines(), "authorize").getFirst();
        assertThat(denied.path("principal").asString()).isEqualTo("rita");
        assertThat(denied.path("reason").asString()).contains("role user");
        assertThat(denied.path("resource").asString()).isEqualTo("POST /v1/sessions");
        assertThat(denied.path("address").asString()).isEqualTo("127.0.0.1");
        assertThat(of(lines(), "authenticate")).hasSize(1);
        JsonNode added = of(lines(), "add-token").getFirst();
        assertThat(added.path("audit").asString()).isEqualTo("admin");
        assertThat(added.path("resource").asString()).endsWith(" of ursula in default as user");
        assertThat(Files.readString(file())).doesNotContain(reader);
    }

    @Test
    void replayAfterARestartIsNotAuditedAgain() throws Exception {
        FakeClock clock = new FakeClock();
        Path data = directory.resolve("data");
        try (TestServer server =
                TestServer.durable(clock, data, "--audit-log", file().toString())) {
            server.session().lock("k");
        }
        int before = of(lines(), "acquire").size();
        try (TestServer server =
                TestServer.durable(clock, data, "--audit-log", file().toString())) {
            assertThat(server.row("locks", "k").isMissingNode()).isFalse();
        }
        assertThat(of(lines(), "acquire")).hasSize(before).hasSize(1);
    }

    @Test
    void rotatedLogContinuesInTheNewFile() throws Exception {
        Path rotated = directory.resolve("audit.log.1");
        try (TestServer server = TestServer.ephemeral("--audit-log", file().toString())) {
            server.session().lock("before");
            Awaitility.await().until(() -> Files.readString(file()).contains("before"));
            Files.move(file(), rotated);
            server.reload();
            server.session().lock("after");
            server.stop();
        }
        assertThat(Files.readString(rotated)).contains("before").doesNotContain("after");
        assertThat(Files.readString(file())).contains("after").doesNotContain("before");
    }

    @Test
    void adminOverridesAndDeniedOverridesAreAudited() throws Exception {
        Tokens tokens = new Tokens(directory);
        String alice = tokens.of("alice", Role.USER);
        String root = tokens.of("root", Role.ADMIN);
        try (TestServer server = TestServer.ephemeral(
                "--audit-log",
                file().toString(),
                "--audit-level",
                "admin",
                "--tokens-file",
                tokens.path())) {
            String[] hers = {"Authorization", "Bearer " + alice, "X-Client-Id", "a"};
            String[] admins = {"Authorization", "Bearer " + root};
            Client client = server.client();
            String claim = "{\"resource\":\"r\",\"ttl\":60}";
            client.ask("POST", "/v1/claims/", claim, hers);
            client.ask("POST", "/v1/claims/", claim.replace("\"r\"", "\"s\""), admins);
            client.ask("PATCH", "/v1/claims/1/", "{\"ttl\":90}", hers);
            client.ask("PATCH", "/v1/claims/1/", "{\"status\":\"revoked\"}", hers);
            client.ask("PATCH", "/v1/claims/2/", "{\"ttl\":90}", admins);
            client.ask("PATCH", "/v1/claims/2/", "{\"status\":\"released\"}", admins);
            client.ask("PATCH", "/v1/claims/1/", "{\"ttl\":90}", admins);
            Reply ended = client.ask("PATCH", "/v1/claims/1/", "{\"status\":\"released\"}", admins);
            assertThat(ended.status()).isEqualTo(204);
            client.ask("POST", "/api/v1/apps", "{\"id\":\"a\"}", admins);
            String breaking = "{\"lock_expiration\":60,\"break_lock\":true}";
            Reply refused = client.ask("POST", "/api/v1/apps/a/locks", breaking, hers);
            assertThat(refused.status()).isEqualTo(403);
            server.stop();
        }
        List<JsonNode> denied = of(lines(), "authorize");
        assertThat(denied)
                .extracting(line -> line.path("principal").asString() + " "
                        + line.path("resource").asString())
                .containsExactly("alice PATCH /v1/claims/1/", "alice POST /api/v1/apps/a/locks");
        assertThat(of(lines(), "prolong")).hasSize(1).allSatisfy(line -> {
            assertThat(line.path("audit").asString()).isEqualTo("admin");
            assertThat(line.path("principal").asString()).isEqualTo("root");
            assertThat(line.path("resource").asString()).isEqualTo("claim 1");
        });
        assertThat(of(lines(), "move-to-released"))
                .extracting(line -> line.path("resource").asString())
                .containsExactly("claim 1");
    }
}
