package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Tests a whole server with a tokens file: identities and roles in every API. */
final class PersonalTokensTest {

    @TempDir
    Path directory;

    private Tokens tokens;
    private TestServer server;
    private String alice;
    private String bob;
    private String admin;

    @BeforeEach
    void start() {
        tokens = new Tokens(directory);
        alice = tokens.of("alice", Role.USER);
        bob = tokens.of("bob", Role.USER);
        admin = tokens.of("root", Role.OPERATOR);
        server = TestServer.ephemeral("--tokens-file", tokens.path(), "--auth-token", "s3cret");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Reply ask(String token, String method, String path, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Authorization";
        all[1] = "Bearer " + token;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return server.client().ask(method, path, body, all);
    }

    @Test
    void sharedTokenStaysValidBesidePersonalTokens() {
        assertThat(ask("s3cret", "GET", "/v1/stats", "").status()).isEqualTo(200);
        assertThat(ask(alice, "GET", "/v1/stats", "").status()).isEqualTo(200);
        assertThat(ask("wrong", "GET", "/v1/stats", "").body())
                .isEqualTo("{\"error\":\"unauthorized\",\"detail\":\"the credential in the header"
                        + " Authorization is not valid here\"}\n");
        assertThat(ask(alice + "x", "GET", "/v1/stats", "").body())
                .isEqualTo("{\"error\":\"unauthorized\",\"detail\":\"this token is unknown\"}\n");
        assertThat(server.client().get("/health").status()).isEqualTo(200);
    }

    @Test
    void revokedTokenIsRejectedOnOpenConnections() {
        LineClient line = server.connect();
        assertThat(line.ask("auth", "_", alice)).isEqualTo("ok");
        assertThat(line.ask("l", "k", "0")).startsWith("ok ");
        assertThat(ask(alice, "GET", "/v1/stats", "").status()).isEqualTo(200);

        tokens.revoke(alice);
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> ask(alice, "GET", "/v1/stats", "").status() == 401);
        assertThat(line.ask("ping", "_", "_")).isEqualTo("error_auth");
        assertThat(line.isClosedByServer()).isTrue();
        assertThat(server.connect().ask("auth", "_", alice)).isEqualTo("error_auth");
        assertThat(ask(bob, "GET", "/v1/stats", "").status()).isEqualTo(200);
    }

    @Test
    void holderWithoutOwnerIsShownByItsPrincipal() {
        String open = ask(alice, "POST", "/v1/sessions", "").text("session_id");
        String named = ask(alice, "POST", "/v1/sessions", "{\"owner\":\"ci\"}").text("session_id");
        String shared = ask("s3cret", "POST", "/v1/sessions", "").text("session_id");
        ask(alice, "POST", "/v1/locks/a", "{}", "X-Dflockd-Session", open);
        ask(alice, "POST", "/v1/locks/b", "{}", "X-Dflockd-Session", named);
        ask("s3cret", "POST", "/v1/locks/c", "{}", "X-Dflockd-Session", shared);
        String box = tokens.agent("box", "bob", Role.USER);
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> ask(box, "GET", "/v1/stats", "").status() == 200);
        LineClient line = server.connect();
        assertThat(line.ask("auth", "_", box)).isEqualTo("ok");
        assertThat(line.ask("l", "d", "0")).startsWith("ok ");

        assertThat(holder("a")).isEqualTo("alice");
        assertThat(holder("b")).isEqualTo("ci");
        assertThat(holder("c")).isEmpty();
        assertThat(holder("d")).isEqualTo("bob/box");
    }

    private String holder(String key) {
        Reply shown = ask(alice, "GET", "/v1/resources/locks/" + key, "");
        return shown.json().path("holders").path(0).path("owner").asString("");
    }

    @Test
    void readerOverTheLineProtocolCannotLock() {
        String reader = tokens.of("rita", Role.READER);
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> ask(reader, "GET", "/v1/stats", "").status() == 200);
        LineClient line = server.connect();
        assertThat(line.ask("auth", "_", reader)).isEqualTo("ok");
        assertThat(line.ask("stats", "_", "_")).startsWith("ok {");
        assertThat(line.ask("ping", "_", "_")).isEqualTo("ok");
        assertThat(line.ask("l", "k", "0")).isEqualTo("error_auth");
        assertThat(line.isClosedByServer()).isTrue();
        assertThat(ask("s3cret", "GET", "/v1/stats", "").json().path("locks").size())
                .isZero();
    }

    @Test
    void claimIsChangedByItsCreatorAndRevokedByAnAdmin() {
        Reply made = ask(alice, "POST", "/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
        assertThat(made.status()).isEqualTo(201);
        String path = made.header("Location").orElseThrow().replaceFirst(".*?/v1", "/v1");

        assertThat(ask(bob, "GET", path, "").status()).isEqualTo(200);
        Reply others = ask(bob, "PATCH", path, "{\"ttl\":90}");
        assertThat(others.status()).isEqualTo(403);
        assertThat(ask(bob, "PATCH", path, "{\"status\":\"released\"}").status())
                .isEqualTo(403);
        Reply revoked = ask(alice, "PATCH", path, "{\"status\":\"revoked\"}");
        assertThat(revoked.status()).isEqualTo(403);
        assertThat(revoked.text("message")).isEqualTo("Revoking a claim needs the role admin");
        assertThat(ask(alice, "PATCH", path, "{\"ttl\":90}").status()).isEqualTo(200);
        assertThat(ask(admin, "PATCH", path, "{\"status\":\"revoked\"}").status())
                .isEqualTo(204);
    }

    @Test
    void breakingALockNeedsTheLockBreakerRole() {
        String breaker = tokens.of("ben", Role.LOCK_BREAKER);
        assertThat(ask(bob, "POST", "/api/v1/apps", "{\"id\":\"a\"}").status()).isEqualTo(403);
        assertThat(ask(admin, "POST", "/api/v1/apps", "{\"id\":\"a\"}").status())
                .isEqualTo(201);
        String locks = "/api/v1/apps/a/locks";
        String body = "{\"lock_expiration\":60}";
        String breaking = "{\"lock_expiration\":60,\"break_lock\":true}";
        assertThat(ask(alice, "POST", locks, body, "X-Client-Id", "a").status()).isEqualTo(201);
        Reply refused = ask(bob, "POST", locks, breaking, "X-Client-Id", "b");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text("error_code")).isEqualTo("forbidden");
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> ask(breaker, "GET", "/v1/stats", "").status() == 200);
        assertThat(ask(breaker, "POST", locks, breaking, "X-Client-Id", "b").status())
                .isEqualTo(201);
    }

    private static String node(String id, String type, String more) {
        return "{\"nodes\":[{\"node\":\"---\\nid: " + id + "\\ntype: " + type
                + "\\ntitle: T\\nsummary: S\\ndate: 2026-06-21\\n" + more
                + "---\\nBody.\\n\",\"if_exists\":\"error\"}]}";
    }

    @Test
    void nodeLeasesBelongToThePrincipalOrTheAgentsOwner() {
        String agent = tokens.agent("box", "alice", Role.USER);
        JsonNode me = ask(alice, "GET", "/v1/me", "").json();
        assertThat(me.path("person").asString()).isEqualTo("person-alice");
        assertThat(me.path("is_admin").asBoolean()).isFalse();
        assertThat(ask(admin, "GET", "/v1/me", "").json().path("is_admin").asBoolean())
                .isTrue();

        assertThat(ask(alice, "POST", "/v1/nodes", node("task-a", "task", "")).status())
                .isEqualTo(200);
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> ask(agent, "GET", "/v1/stats", "").status() == 200);
        String claim = "/v1/nodes/task-a/claim";
        Reply claimed = ask(agent, "POST", claim, "{}");
        assertThat(claimed.json().path("lease").path("by").asString()).isEqualTo("person-alice");
        assertThat(ask(alice, "POST", "/v1/nodes/task-a/renew", "{}").status()).isEqualTo(200);
        assertThat(ask(bob, "POST", claim, "{}").status()).isEqualTo(409);
        // Names in the body or in other headers are ignored.
        assertThat(ask(bob, "POST", claim, "{\"by\":\"person-alice\"}", "X-User", "alice")
                        .status())
                .isEqualTo(409);
        assertThat(ask(agent, "GET", "/v1/me", "").text("agent")).isEqualTo("agent-box");
        // This token does not belong to an agent node, so no session can be bound.
        assertThat(ask(agent, "POST", "/v1/agents/session", "{\"session\":\"s\"}")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void sharedTokenErrorExplainsPersonalTokens() {
        Reply refused = ask("s3cret", "GET", "/v1/me", "");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.json().path("error").path("message").asString())
                .contains("holdfast token create --tokens-file FILE --name NAME");
    }

    @Test
    void agentTokenAuthenticatesAsItsPerson() {
        String edges = "edges:\\n  - {type: owned-by, to: person-alice}\\n";
        ask(alice, "POST", "/v1/nodes", node("agent-box", "agent", edges));
        ask(alice, "POST", "/v1/nodes", node("task-a", "task", ""));
        Reply minted = ask(alice, "POST", "/v1/agents/agent-box/token", "{}");
        assertThat(minted.status()).isEqualTo(201);
        String agent = minted.token();
        assertThat(ask(agent, "POST", "/v1/nodes/task-a/claim", "{}")
                        .json()
                        .path("lease")
                        .path("by")
                        .asString())
                .isEqualTo("person-alice");
        assertThat(ask(agent, "POST", "/v1/agents/session", "{\"session\":\"s\"}")
                        .status())
                .isEqualTo(200);
        assertThat(ask(agent, "POST", "/api/v1/apps", "{\"id\":\"a\"}").status())
                .isEqualTo(403);
        assertThat(ask("hfa_" + "0".repeat(32), "GET", "/v1/me", "").status()).isEqualTo(401);
        assertThat(ask("hfa_other_" + agent.substring(4), "GET", "/v1/me", "").status())
                .isEqualTo(401);
        LineClient line = server.connect();
        assertThat(line.ask("auth", "_", agent)).isEqualTo("ok");
        assertThat(line.ask("l", "k", "0")).startsWith("ok ");
        assertThat(server.connect().ask("auth", "_", agent + "0")).isEqualTo("error_auth");
    }

    @Test
    void poolsNeedNoToken() {
        String pool = "/l/4f1c0a52-7a64-4b7d-9d0e-0c9a1f6f2b11";
        assertThat(server.client().ask("PUT", pool, "{\"count\":2}").status()).isEqualTo(200);
        assertThat(ask("wrong", "GET", pool, "").status()).isEqualTo(200);
    }
}
