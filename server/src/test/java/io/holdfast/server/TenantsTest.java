package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that two tenants with real tokens and equal names neither contend with nor see each other.
 */
final class TenantsTest {

    private static final String LOCK = "{\"acquire_timeout_s\":0}";

    @TempDir
    Path directory;

    private TestServer server;
    private Member blue;
    private Member red;

    /** A principal of a tenant. */
    private record Member(TestServer server, String token) {

        Reply ask(String method, String path, String body, String... headers) {
            String[] all = new String[headers.length + 2];
            all[0] = "Authorization";
            all[1] = "Bearer " + token;
            System.arraycopy(headers, 0, all, 2, headers.length);
            return server.client().ask(method, path, body, all);
        }

        Reply get(String path) {
            return ask("GET", path, "");
        }

        Reply post(String path, String body, String... headers) {
            return ask("POST", path, body, headers);
        }

        String session() {
            return post("/v1/sessions", "").text("session_id");
        }

        Reply inSession(String session, String path, String body) {
            return post(path, body, "X-Dflockd-Session", session);
        }

        LineClient connect() {
            LineClient line = server.connect();
            assertThat(line.ask("auth", "_", token)).isEqualTo("ok");
            return line;
        }
    }

    @BeforeEach
    void start() throws IOException {
        Tokens tokens = new Tokens(directory);
        String ann = tokens.make("ann", null, "blue", Role.ADMIN);
        String ben = tokens.make("ben", null, "red", Role.ADMIN);
        Path quotas = directory.resolve("quotas.yaml");
        Files.writeString(quotas, "red: {max-keys: 3}\n");
        server = TestServer.ephemeral(
                "--tokens-file", tokens.path(), "--tenants-file", quotas.toString());
        blue = new Member(server, ann);
        red = new Member(server, ben);
    }

    @Test
    void tenantAdminCannotUseOperatorRoutes() {
        for (String path :
                List.of("/v1/backup", "/v1/backup?read=stale", "/v1/cluster", "/metrics")) {
            Reply refused = blue.get(path);
            assertThat(refused.status()).as(path).isEqualTo(403);
            assertThat(refused.body()).contains("the role operator");
        }
        assertThat(blue.ask("DELETE", "/v1/cluster/members/n2", "").status()).isEqualTo(403);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void httpLocksAndSessionsAreIsolated() {
        String ours = blue.session();
        String theirs = red.session();
        Reply held = blue.inSession(ours, "/v1/locks/k", LOCK);
        assertThat(held.status()).isEqualTo(200);
        assertThat(red.inSession(theirs, "/v1/locks/k", LOCK).text("status")).isEqualTo("ok");

        String token = "{\"token\":\"" + held.token() + "\"}";
        assertThat(red.inSession(theirs, "/v1/locks/k/release", token).status()).isEqualTo(404);
        assertThat(red.inSession(ours, "/v1/locks/k/release", token).error())
                .isEqualTo("session_gone");
        assertThat(red.post("/v1/sessions/" + ours + "/ping", "").error())
                .isEqualTo("session_gone");
        assertThat(red.ask("DELETE", "/v1/sessions/" + ours, "").error()).isEqualTo("session_gone");
        assertThat(blue.post("/v1/sessions/" + ours + "/ping", "").status()).isEqualTo(204);

        blue.session();
        assertThat(red.get("/v1/stats").json().path("connections").asInt()).isEqualTo(1);
        assertThat(red.get("/v1/stats").json().path("locks")).hasSize(1);
        assertThat(blue.get("/v1/stats").json().path("connections").asInt()).isEqualTo(2);
    }

    @Test
    void idempotencyKeysAreScopedToTheTenant() {
        String[] key = {"Idempotency-Key", "same"};
        String ours = blue.post("/v1/sessions", "", key).text("session_id");
        String theirs = red.post("/v1/sessions", "", key).text("session_id");

        assertThat(theirs).isNotEqualTo(ours);
        assertThat(blue.post("/v1/sessions", "", key).text("session_id")).isEqualTo(ours);
    }

    @Test
    void lineProtocolLocksAreIsolated() {
        LineClient ours = blue.connect();
        LineClient theirs = red.connect();
        String held = ours.ask("l", "k", "0");
        assertThat(held).startsWith("ok ");
        assertThat(theirs.ask("l", "k", "0")).startsWith("ok ");
        assertThat(theirs.ask("r", "k", held.split(" ")[1])).isEqualTo("error");
        assertThat(theirs.ask("stats", "_", "_")).contains("\"connections\":1");
        assertThat(ours.ask("r", "k", held.split(" ")[1])).isEqualTo("ok");
    }

    @Test
    void poolsAreSharedByAllThatKnowTheirId() {
        String pool = "/l/4f1b6e0a-7d0e-4ac8-9a3c-3f0b7f1f9d12";
        assertThat(blue.ask("PUT", pool, "{\"count\":1}").status()).isEqualTo(200);
        assertThat(red.get(pool).status()).isEqualTo(200);
        assertThat(server.client().get(pool).status()).isEqualTo(200);
    }

    @Test
    void claimsAreIsolated() {
        String body = "{\"resource\":\"r\",\"ttl\":60}";
        assertThat(blue.post("/v1/claims/", body).status()).isEqualTo(201);
        assertThat(blue.post("/v1/claims/", body).status()).isEqualTo(202);
        assertThat(red.post("/v1/claims/", body).status()).isEqualTo(201);

        assertThat(red.get("/v1/claims/").json()).hasSize(1);
        assertThat(red.get("/v1/claims/2/").status()).isEqualTo(404);
        assertThat(red.ask("PATCH", "/v1/claims/2/", "{\"status\":\"revoked\"}").status())
                .isEqualTo(404);
        assertThat(red.ask("PATCH", "/v1/claims/1/", "{\"status\":\"released\"}")
                        .status())
                .isEqualTo(204);
        assertThat(blue.get("/v1/claims/1/").text("status")).isEqualTo("active");
    }

    @Test
    void entitiesAreIsolated() {
        String locks = "/api/v1/apps/a/locks";
        String lock = "{\"lock_expiration\":60}";
        assertThat(blue.post("/api/v1/apps", "{\"id\":\"a\"}").status()).isEqualTo(201);
        assertThat(red.post(locks, lock, "X-Client-Id", "c").status()).isEqualTo(404);
        assertThat(red.post("/api/v1/apps", "{\"id\":\"a\"}").status()).isEqualTo(201);
        assertThat(blue.post(locks, lock, "X-Client-Id", "c").status()).isEqualTo(201);

        assertThat(red.get(locks).json().path("items")).isEmpty();
        assertThat(red.ask("PUT", "/api/v1/apps/a/data/x", "{\"data\":1}").status())
                .isEqualTo(200);
        assertThat(blue.get("/api/v1/apps/a/data/x").status()).isEqualTo(404);
        assertThat(red.ask("DELETE", "/api/v1/apps/a", "").status()).isEqualTo(204);
        assertThat(blue.get(locks).json().path("items")).hasSize(1);
    }

    @Test
    void nodesAreIsolated() {
        String text = "{\"nodes\":[{\"node\":\"---\\nid: task-a\\ntype: task\\ntitle: T\\n"
                + "summary: S\\ndate: 2026-06-21\\n---\\nBody.\\n\",\"if_exists\":\"error\"}]}";
        assertThat(blue.post("/v1/nodes", text).status()).isEqualTo(200);
        assertThat(red.get("/v1/nodes/task-a").status()).isEqualTo(404);
        assertThat(red.get("/v1/queue").json().path("items")).isEmpty();
        assertThat(red.post("/v1/nodes", text).status()).isEqualTo(200);

        assertThat(blue.post("/v1/nodes/task-a/claim", "{}").status()).isEqualTo(200);
        assertThat(red.post("/v1/nodes/task-a/claim", "{}").status()).isEqualTo(200);
        assertThat(red.post("/v1/nodes/task-a/release", "{}").status()).isEqualTo(200);
        assertThat(blue.post("/v1/nodes/task-a/renew", "{}").status()).isEqualTo(200);
    }

    @Test
    void tenantAtItsQuotaDoesNotAffectOthers() {
        String theirs = red.session();
        String ours = blue.session();
        for (int i = 0; i < 3; i++) {
            assertThat(red.inSession(theirs, "/v1/locks/k" + i, LOCK).status()).isEqualTo(200);
        }
        assertThat(red.inSession(theirs, "/v1/locks/more", LOCK).text("detail"))
                .isEqualTo("the tenant's quota of keys is used up");
        assertThat(red.post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}").status())
                .isEqualTo(503);

        for (int i = 0; i < 5; i++) {
            assertThat(blue.inSession(ours, "/v1/locks/k" + i, LOCK).status()).isEqualTo(200);
        }
    }
}
