package io.holdfast.server.nodes;

import static io.holdfast.server.nodes.Person.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests writing many nodes in one request, and the rejection of single nodes among them. */
class WritingTest {

    private final TestServer server = TestServer.ephemeral();
    private final Person alice = Person.of(server, "alice");

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode write(int status, String... nodes) {
        Reply reply =
                alice.ask("POST", "/v1/nodes", "{\"nodes\":[" + String.join(",", nodes) + "]}");
        assertThat(reply.status()).isEqualTo(status);
        return reply.json().path("results");
    }

    private static String task(String id, String more) {
        return "{\"id\":\"" + id + "\",\"type\":\"task\",\"title\":\"T\",\"summary\":\"s\","
                + "\"date\":\"2026-06-21\"" + more + "}";
    }

    private static String edge(String type, String to) {
        return ",\"edges\":[{\"type\":\"" + type + "\",\"to\":\"" + to + "\"}]";
    }

    private static List<String> texts(JsonNode results, String key) {
        List<String> texts = new ArrayList<>();
        results.forEach(result -> texts.add(result.path(key).asString()));
        return texts;
    }

    @Test
    void thousandsOfNodesAreWrittenInOrderInOneRequest() {
        String[] nodes = new String[2_000];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = task("task-" + i, "");
        }
        JsonNode results = write(200, nodes);
        assertThat(results.size()).isEqualTo(nodes.length);
        for (int i = 0; i < nodes.length; i++) {
            assertThat(results.path(i).path("id").asString()).isEqualTo("task-" + i);
            assertThat(results.path(i).path("status").asString()).isEqualTo("created");
        }
        assertThat(alice.queue("?limit=1").path("count").asInt()).isEqualTo(nodes.length);
    }

    @Test
    void nodeSeesOnlyEarlierNodesOfTheRequest() {
        JsonNode results = write(
                207,
                task("task-a", edge("relates-to", "task-b")),
                task("task-b", edge("relates-to", "task-a")),
                task("task-a", ""),
                task("task-c", edge("relates-to", "task-c")),
                "{\"node\":" + task("task-b", "") + ",\"if_exists\":\"skip\"}");
        assertThat(texts(results, "status"))
                .containsExactly("created", "created", "error", "created", "skipped");
        assertThat(results.path(0).path("warnings").path(0).asString()).contains("task-b");
        assertThat(results.path(1).path("warnings").isEmpty()).isTrue();
        assertThat(results.path(2).path("code").asString()).isEqualTo("conflict");
        assertThat(results.path(2).path("revision").asString())
                .isEqualTo(results.path(0).path("revision").asString());
        assertThat(results.path(3).path("warnings").isEmpty()).isTrue();
    }

    @Test
    void multiStepWriteKeepsItsPlaceInTheRequest() {
        String revision = alice.task("task-old")
                .json()
                .path("results")
                .path(0)
                .path("revision")
                .asString();
        JsonNode results = write(
                200,
                task("task-a", ""),
                task("task-b", edge("blocked-by", "task-a")),
                "{\"node\":" + task("task-old", "") + ",\"if_exists\":\"update\",\"revision\":\""
                        + revision + "\"}",
                task("task-c", edge("relates-to", "task-old")));
        assertThat(texts(results, "status"))
                .containsExactly("created", "created", "updated", "created");
        assertThat(alice.node("task-a").path("raw").asString())
                .contains("  - {type: blocks, to: task-b}\n");
    }

    @Test
    void invalidEntryFailsAlone() {
        JsonNode results = write(
                207,
                task("task-a", ""),
                "5",
                "null",
                "[]",
                "{\"node\":5}",
                "{\"node\":" + task("task-b", "") + ",\"if_exists\":\"maybe\"}",
                "{\"title\":\"without an id\"}",
                task("task-c", ""));
        assertThat(texts(results, "status"))
                .containsExactly(
                        "created", "error", "error", "error", "error", "error", "error", "created");
        for (int i = 1; i < 7; i++) {
            assertThat(results.path(i).path("ok").asBoolean()).isFalse();
            assertThat(results.path(i).path("code").asString()).isEqualTo("invalid_node");
        }
    }

    @Test
    void deleteOfAnAbsentEdgeToAnUnknownNodeIsSkipped() {
        alice.task("task-a");
        String body = "{\"type\":\"superseded-by\",\"to\":\"task-none\"}";
        Reply skipped = alice.ask("DELETE", "/v1/nodes/task-a/edges", body);
        assertThat(skipped.status()).isEqualTo(200);
        assertThat(skipped.json().path("status").asString()).isEqualTo("skipped");
        assertThat(alice.ask("DELETE", "/v1/nodes/task-zz/edges", body).status())
                .isEqualTo(404);
    }

    @Test
    void nodeHasAtMost40Edges() {
        StringBuilder edges = new StringBuilder("edges:\n");
        for (int i = 0; i < 40; i++) {
            edges.append("  - {type: relates-to, to: task-").append(i).append("}\n");
        }
        alice.write(markdown("task-full", "task", edges.toString()));
        alice.task("task-0");
        alice.task("task-x");
        assertThat(alice.edge("task-full", "relates-to", "task-0").status()).isEqualTo(200);
        Reply refused = alice.edge("task-full", "relates-to", "task-x");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(Person.code(refused)).isEqualTo("invalid_node");
        // A claim is reported by its edge and does not count towards the limit.
        assertThat(alice.claim("task-full").json().path("edge").asString()).isEqualTo("added");
    }

    @Test
    void hugeLimitIsClamped() {
        alice.task("task-a");
        assertThat(alice.queue("?limit=99999999999").path("count").asInt()).isOne();
        assertThat(alice.queue("?offset=99999999999").path("returned_count").asInt())
                .isZero();
    }

    @Test
    void personSeesOwnAgentsInCreationOrder() {
        String owned = "edges:\n  - {type: owned-by, to: person-alice}\n";
        alice.write(markdown("agent-b", "agent", owned));
        alice.write(markdown("agent-a", "agent", owned));
        alice.write(markdown("task-owned", "task", owned));
        JsonNode mine = alice.ask("GET", "/v1/agents", "").json();
        assertThat(mine.path("count").asInt()).isEqualTo(2);
        assertThat(texts(mine.path("agents"), "id")).containsExactly("agent-b", "agent-a");
        assertThat(mine.path("agents").path(0).path("owner").asString()).isEqualTo("person-alice");
        Person bob = Person.of(server, "bob");
        assertThat(bob.ask("GET", "/v1/agents", "").json().path("count").asInt())
                .isZero();
    }
}
