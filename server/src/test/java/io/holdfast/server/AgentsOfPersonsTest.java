package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that an agent's token is valid only while its person has a valid token. */
final class AgentsOfPersonsTest {

    private static final String MAIL = "carol@example.org";

    @TempDir
    Path directory;

    private Tokens tokens;
    private TestServer server;

    @BeforeEach
    void start() {
        tokens = new Tokens(directory);
        server = serve();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private TestServer serve() {
        return TestServer.durable(
                new FakeClock(), directory.resolve("data"), "--tokens-file", tokens.path());
    }

    private Reply ask(String token, String method, String path, String body) {
        return server.client().ask(method, path, body, "Authorization", "Bearer " + token);
    }

    /** Creates a person's token and waits until the server accepts it. */
    private String person(String name, Role role) {
        String token = tokens.of(name, role);
        until(() -> stats(token) == 200);
        return token;
    }

    private int stats(String token) {
        return ask(token, "GET", "/v1/stats", "").status();
    }

    private int session(String token) {
        return ask(token, "POST", "/v1/sessions", "").status();
    }

    /** Creates an agent as the token's person and returns the agent's token. */
    private String agentOf(String token) {
        String person = ask(token, "GET", "/v1/me", "").text("person");
        ask(
                token,
                "POST",
                "/v1/nodes",
                "{\"nodes\":[{\"node\":\"---\\nid: agent-box\\ntype: agent\\ntitle: T\\n"
                        + "summary: S\\ndate: 2026-06-21\\nedges:\\n  - {type: owned-by, to: "
                        + person + "}\\n---\\nBody.\\n\",\"if_exists\":\"error\"}]}");
        return ask(token, "POST", "/v1/agents/agent-box/token", "{}").token();
    }

    private static void until(Callable<Boolean> fact) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(fact);
    }

    @Test
    void revokingAPersonRevokesTheirAgents() {
        String carol = person("carol", Role.USER);
        String agent = agentOf(carol);
        assertThat(stats(agent)).isEqualTo(200);
        LineClient line = server.connect();
        assertThat(line.ask("auth", "_", agent)).isEqualTo("ok");
        assertThat(line.ask("l", "k", "0")).startsWith("ok ");

        tokens.revokeAllOf("carol");
        until(() -> stats(carol) == 401);
        assertThat(ask(agent, "GET", "/v1/stats", "").body())
                .contains("the person of this agent has no valid token any more");
        assertThat(ask(agent, "GET", "/v1/me", "").status()).isEqualTo(401);
        assertThat(line.ask("ping", "_", "_")).isEqualTo("error_auth");
        server.close();

        tokens.make("carol", null, "acme", Role.USER);
        tokens.agent("ci", "carol", Role.USER);
        server = serve();
        assertThat(stats(agent)).isEqualTo(401);
        tokens.of("carol", Role.USER);
        until(() -> stats(agent) == 200);
    }

    @Test
    void proxyIdentityDoesNotReplaceThePersonsRoles() {
        server.close();
        server = TestServer.ephemeral(
                "--tokens-file", tokens.path(),
                "--proxy-auth-header", "X-Remote-User",
                "--proxy-auth-from", "127.0.0.1,::1");
        String carol = person("carol", Role.USER);
        String agent = agentOf(carol);
        assertThat(behindProxy(agent, "GET", "/v1/me", "").text("agent")).isEqualTo("agent-box");
        String status = "/v1/nodes/agent-box/priority";
        String first = "{\"priority\":\"p1\"}";
        assertThat(behindProxy(agent, "POST", status, first).status()).isEqualTo(200);

        tokens.of("carol", Role.READER);
        tokens.revoke(carol);
        until(() -> stats(carol) == 401);
        assertThat(behindProxy(agent, "POST", status, first).status())
                .as("the person may only read now")
                .isEqualTo(403);
        tokens.revokeAllOf("carol");
        until(() -> behindProxy(agent, "GET", "/v1/me", "").status() == 401);
        assertThat(behindProxy(agent, "POST", "/v1/agents/session", "{\"session\":\"s\"}")
                        .status())
                .isEqualTo(401);
    }

    private Reply behindProxy(String token, String method, String path, String body) {
        return server.client()
                .ask(
                        method,
                        path,
                        body,
                        "X-Remote-User",
                        "bob",
                        "Authorization",
                        "Bearer " + token);
    }

    @Test
    void lineConnectionEndsWithItsAgentToken() {
        String carol = person("carol", Role.USER);
        String agent = agentOf(carol);
        LineClient line = server.connect();
        assertThat(line.ask("auth", "_", agent)).isEqualTo("ok");

        String edge = "{\"type\":\"owned-by\",\"to\":\"person-carol\"}";
        assertThat(ask(carol, "DELETE", "/v1/nodes/agent-box/edges", edge).status())
                .isEqualTo(200);

        assertThat(line.line()).isEqualTo("error_auth");
        assertThat(line.isClosedByServer()).isTrue();
    }

    @Test
    void agentHasAtMostItsPersonsCurrentRoles() {
        String carol = person("carol", Role.ADMIN);
        String agent = agentOf(carol);
        assertThat(session(agent)).isEqualTo(200);
        assertThat(ask(agent, "POST", "/api/v1/apps", "{\"id\":\"a\"}").status())
                .isEqualTo(403);
        LineClient line = server.connect();
        assertThat(line.ask("auth", "_", agent)).isEqualTo("ok");

        tokens.of("carol", Role.READER);
        tokens.revoke(carol);
        until(() -> stats(carol) == 401);
        until(() -> stats(agent) == 200);
        assertThat(session(agent)).isEqualTo(403);
        assertThat(line.ask("l", "k", "0")).isEqualTo("error_auth");
    }

    @Test
    void personWhoseNameIsNotAValidIdMayHaveAgents() {
        String carol = person(MAIL, Role.USER);
        String agent = agentOf(carol);
        assertThat(stats(agent)).isEqualTo(200);
        Reply made = ask(agent, "POST", "/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
        String path = made.header("Location").orElseThrow().replaceFirst(".*?/v1", "/v1");
        // The agent acts under the person's name, so its claims belong to the person.
        assertThat(ask(carol, "PATCH", path, "{\"ttl\":90}").status()).isEqualTo(200);
    }
}
