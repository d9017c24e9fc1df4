package io.holdfast.server.nodes;

import static io.holdfast.server.nodes.Person.code;
import static io.holdfast.server.nodes.Person.lease;
import static io.holdfast.server.nodes.Person.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.value.NodeAuthor;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests which person a bearer token identifies. */
final class IdentityTest {

    @Test
    void nameTokenIdentifiesThatPerson() {
        assertThat(BearerIdentities.person("alice"))
                .isEqualTo(NodeAuthor.person("person-alice", "alice"));
        assertThat(BearerIdentities.person("person-alice"))
                .isEqualTo(BearerIdentities.person("alice"));
        assertThat(BearerIdentities.person("person-").person()).isEqualTo("person-person-");
    }

    @Test
    void secretTokenIsNeverShown() {
        for (String secret : List.of("spor_pat_Zm9vYmFy", "UPPER", "a".repeat(80), "\u00e4")) {
            NodeAuthor person = BearerIdentities.person(secret);
            assertThat(person.person()).matches("person-[0-9a-f]{12}").doesNotContain(secret);
            assertThat(BearerIdentities.person(secret)).isEqualTo(person);
        }
    }

    @Test
    void namedTokenIsBoundToAPerson() {
        try (TestServer server = TestServer.ephemeral()) {
            Person alice = Person.of(server, "alice");
            JsonNode me = alice.ask("GET", "/v1/me", "").json();
            assertThat(me.path("person").asString()).isEqualTo("person-alice");
            assertThat(me.path("name").asString()).isEqualTo("alice");
            assertThat(me.path("bound").asBoolean()).isTrue();
            assertThat(me.path("is_admin").asBoolean()).isFalse();
            assertThat(me.path("org").asString()).isEqualTo("local");
            // The person's first write creates the person's node with this title.
            assertThat(alice.ask("GET", "/v1/nodes/person-alice", "").status()).isEqualTo(404);
            alice.task("task-a");
            assertThat(alice.node("person-alice")
                            .path("frontmatter")
                            .path("title")
                            .asString())
                    .isEqualTo("alice");
            alice.write(markdown("org-root", "organization", ""));
            alice.edge("person-alice", "stewards", "org-root");
            assertThat(alice.ask("GET", "/v1/me", "").json().path("is_admin").asBoolean())
                    .isTrue();
        }
    }

    @Test
    void sharedTokenIsForbidden() {
        try (TestServer server = TestServer.ephemeral("--auth-token", "s3cret")) {
            Reply refused = Person.of(server, "s3cret").ask("GET", "/v1/me", "");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(code(refused)).isEqualTo("forbidden");
            Reply wrong = Person.of(server, "alice").ask("GET", "/v1/me", "");
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(code(wrong)).isEqualTo("unauthorized");
        }
    }

    @Test
    @DisplayName("32. An agent token's claim is held by its owner; the owner's PAT can renew and"
            + " release it, and the reverse.")
    void agentHoldsLeasesAsItsOwner() {
        try (TestServer server = TestServer.ephemeral()) {
            Person alice = Person.of(server, "alice");
            Person bob = Person.of(server, "bob");
            alice.task("task-a");
            alice.write(markdown(
                    "agent-box", "agent", "edges:\n  - {type: owned-by, to: person-alice}\n"));
            Reply minted = alice.ask("POST", "/v1/agents/agent-box/token", "{}");
            assertThat(minted.status()).isEqualTo(201);
            assertThat(minted.text("agent")).isEqualTo("agent-box");
            assertThat(minted.json().path("session").isNull()).isTrue();
            Person agent = Person.of(server, minted.token());

            assertThat(lease(agent.claim("task-a")).path("by").asString())
                    .isEqualTo("person-alice");
            assertThat(alice.renew("task-a").status()).isEqualTo(200);
            assertThat(alice.release("task-a").text("edge")).isEqualTo("removed");
            alice.claim("task-a");
            assertThat(agent.renew("task-a").status()).isEqualTo(200);
            assertThat(agent.release("task-a").text("edge")).isEqualTo("removed");

            agent.task("task-by-agent");
            JsonNode matter = alice.node("task-by-agent").path("frontmatter");
            assertThat(matter.path("author").asString()).isEqualTo("person-alice");
            assertThat(matter.path("authored_by_agent").asString()).isEqualTo("agent-box");
            assertThat(matter.path("authored_via").asString()).isEqualTo("dispatch");

            assertThat(bob.ask("POST", "/v1/agents/agent-box/token", "{}").status())
                    .isEqualTo(403);
            assertThat(agent.ask("POST", "/v1/agents/agent-box/token", "{}").status())
                    .isEqualTo(403);
            assertThat(alice.ask("POST", "/v1/agents/agent-none/token", "{}").status())
                    .isEqualTo(404);
            assertThat(alice.ask("POST", "/v1/agents/agent-box/token", "{\"session\":1}")
                            .status())
                    .isEqualTo(422);
        }
    }

    @Test
    void agentTokenIsBoundToOneSessionAndExpires() {
        try (TestServer server = TestServer.ephemeral()) {
            Person alice = Person.of(server, "alice");
            alice.write(markdown(
                    "agent-box", "agent", "edges:\n  - {type: owned-by, to: person-alice}\n"));
            Person agent = Person.of(
                    server,
                    alice.ask("POST", "/v1/agents/agent-box/token", "{}").token());
            String path = "/v1/agents/session";
            Reply bound = agent.ask("POST", path, "{\"session\":\"run-1\"}");
            assertThat(bound.status()).isEqualTo(200);
            assertThat(bound.json().has("unchanged")).isFalse();
            assertThat(agent.ask("POST", path, "{\"session\":\"run-1\"}")
                            .json()
                            .path("unchanged")
                            .asBoolean())
                    .isTrue();
            assertThat(agent.ask("POST", path, "{\"session\":\"run-2\"}").status())
                    .isEqualTo(409);
            assertThat(alice.ask("POST", path, "{\"session\":\"run-1\"}").status())
                    .isEqualTo(403);
            assertThat(agent.ask("POST", path, "{}").status()).isEqualTo(422);

            // An agent without an owner is unauthorized.
            alice.ask(
                    "DELETE",
                    "/v1/nodes/agent-box/edges",
                    "{\"type\":\"owned-by\",\"to\":\"person-alice\"}");
            assertThat(agent.ask("GET", "/v1/me", "").status()).isEqualTo(401);
            // So is an agent whose ownership was transferred to another person.
            Person bob = Person.of(server, "bob");
            bob.task("task-b");
            alice.edge("agent-box", "owned-by", "person-bob");
            assertThat(agent.ask("GET", "/v1/me", "").status()).isEqualTo(401);
            bob.ask(
                    "DELETE",
                    "/v1/nodes/agent-box/edges",
                    "{\"type\":\"owned-by\",\"to\":\"person-bob\"}");
            alice.edge("agent-box", "owned-by", "person-alice");
            assertThat(agent.ask("GET", "/v1/me", "").status()).isEqualTo(200);
            server.clock().advanceSeconds(7 * 86_400);
            assertThat(agent.ask("GET", "/v1/me", "").status()).isEqualTo(401);
        }
    }

    private static String agent(String id, String... edges) {
        StringBuilder text = new StringBuilder("---\\nid: " + id
                + "\\ntype: agent\\ntitle: T\\nsummary: S\\ndate: 2026-06-21\\nedges:");
        for (String edge : edges) {
            text.append("\\n  - {").append(edge).append('}');
        }
        return text.append("\\n---\\nBody.\\n").toString();
    }

    private static Reply write(Person who, String text, String more) {
        return who.ask(
                "POST", "/v1/nodes", "{\"nodes\":[{\"node\":\"" + text + "\"," + more + "}]}");
    }

    @Test
    void agentCannotBeTakenFromItsOwner() {
        try (TestServer server = TestServer.ephemeral()) {
            Person ann = Person.of(server, "ann");
            Person ben = Person.of(server, "ben");
            String hers = "type: owned-by, to: person-ann";
            String his = "type: owned-by, to: person-ben";
            ann.ask("GET", "/v1/me", "");
            assertThat(write(ann, agent("agent-box", hers), "\"if_exists\":\"error\"")
                            .status())
                    .isEqualTo(200);
            String token = ann.ask("POST", "/v1/agents/agent-box/token", "{}").token();
            Person box = Person.of(server, token);
            write(ben, agent("agent-own", his), "\"if_exists\":\"error\"");

            String edge = "{\"type\":\"owned-by\",\"to\":\"person-ann\"}";
            Reply refused = ben.ask("DELETE", "/v1/nodes/agent-box/edges", edge);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body()).contains("another person's agent");
            String inverse = "{\"type\":\"owns\",\"to\":\"agent-box\"}";
            assertThat(ben.ask("DELETE", "/v1/nodes/person-ann/edges", inverse).status())
                    .isEqualTo(403);
            // He may add himself as an owner, but not in front of her.
            assertThat(ben.edge("agent-box", "owned-by", "person-ben").status()).isEqualTo(200);
            String moved = "{\"type\":\"owned-by\",\"to\":\"person-ann\",\"attrs\":{\"a\":\"b\"}}";
            assertThat(ben.post("agent-box", "edges", moved).status()).isEqualTo(403);
            for (String[] edges : new String[][] {{}, {his}, {his, hers}}) {
                String revision = ben.revision("agent-box");
                Reply written = write(
                        ben,
                        agent("agent-box", edges),
                        "\"if_exists\":\"update\",\"revision\":\"" + revision + "\"");
                assertThat(written.status()).isEqualTo(207);
                assertThat(written.body()).contains("another person's agent");
            }
            assertThat(box.ask("GET", "/v1/me", "").text("person")).isEqualTo("person-ann");

            assertThat(ann.ask("DELETE", "/v1/nodes/agent-box/edges", edge).status())
                    .as("her own")
                    .isEqualTo(200);
            assertThat(box.ask("GET", "/v1/me", "").status()).isEqualTo(401);
        }
    }
}
