package io.holdfast.server.nodes;

import static io.holdfast.server.nodes.Person.code;
import static io.holdfast.server.nodes.Person.item;
import static io.holdfast.server.nodes.Person.markdown;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests writing, reading, linking and marking nodes. */
final class NodeSurfaceTest {

    private final TestServer server = TestServer.ephemeral();
    private final Person alice = Person.of(server, "alice");

    @AfterEach
    void close() {
        server.close();
    }

    private static JsonNode result(Reply reply) {
        return reply.json().path("results").get(0);
    }

    private Reply post(String body) {
        return alice.ask("POST", "/v1/nodes", body);
    }

    @Test
    void textIsKeptAsSentAndItsRevisionIsTheGitBlobHash() {
        String text = "---\r\nid: task-a\r\ntype: task\r\ntitle: \"Quoted\"\r\nsummary: Goes\r\n"
                + "  on here\r\ntags: [x, 'y']\r\n"
                + "list:\r\n  - one\r\n  - two\r\n---\r\nBody \u00e4\r\n";
        JsonNode created = result(alice.write(text));
        assertThat(created.path("ok").asBoolean()).isTrue();
        assertThat(created.path("status").asString()).isEqualTo("created");
        assertThat(created.path("warnings").get(0).asString()).contains("date");

        JsonNode node = alice.node("task-a");
        assertThat(node.path("raw").asString()).isEqualTo(text);
        assertThat(node.path("revision")).isEqualTo(created.path("revision"));
        JsonNode matter = node.path("frontmatter");
        assertThat(matter.path("title").asString()).isEqualTo("Quoted");
        assertThat(matter.path("summary").asString()).isEqualTo("Goes on here");
        assertThat(matter.path("tags").get(1).asString()).isEqualTo("y");
        assertThat(matter.path("list").get(0).asString()).isEqualTo("one");
        assertThat(matter.path("author").asString()).isEqualTo("person-alice");
        // The output of git hash-object for a file with these two bytes.
        assertThat(NodeDocument.revision("a\n"))
                .isEqualTo("78981922613b2afb6025042ff6bd878ac1994e85");
    }

    @Test
    void updateKeepsUnchangedLines() {
        String text = "---\nid: task-a\ntype: task\ntitle: T\nsummary: S\nstatus: \"open\"\n"
                + "date: 2026-06-21\nedges:\n  - {type: relates-to, to: task-b, weight: 3}\n"
                + "priority: p1\n---\nBody.\n";
        alice.task("task-b");
        alice.write(text);
        String first = alice.revision("task-a");
        alice.claim("task-a");
        assertThat(alice.node("task-a").path("raw").asString())
                .isEqualTo(text.replace(
                        "weight: 3}\n", "weight: 3}\n  - {type: assigned, to: person-alice}\n"));
        alice.release("task-a");
        assertThat(alice.node("task-a").path("raw").asString()).isEqualTo(text);
        assertThat(alice.revision("task-a")).isEqualTo(first);

        alice.status("task-a", "abandoned");
        assertThat(alice.node("task-a").path("raw").asString())
                .isEqualTo(text.replace("status: \"open\"", "status: abandoned"));
        alice.ask(
                "DELETE", "/v1/nodes/task-a/edges", "{\"type\":\"relates-to\",\"to\":\"task-b\"}");
        assertThat(alice.node("task-a").path("raw").asString()).doesNotContain("edges:");
        Reply cleared = alice.post("task-a", "priority", "{\"priority\":\"none\"}");
        assertThat(cleared.status()).isEqualTo(200);
        assertThat(alice.node("task-a").path("raw").asString())
                .doesNotContain("priority: p1")
                .contains("priority_by: person-alice\n")
                .contains("priority_via: rest\n---\nBody.\n");
    }

    @Test
    void nodeCanBeWrittenAsJson() {
        Reply created = post("{\"nodes\":[{\"node\":{\"extra\":7,\"title\":\"T\\nstatus: done\","
                + "\"summary\":\"S\",\"id\":\"task-j\",\"type\":\"task\",\"date\":\"2026-01-02\","
                + "\"tags\":[\"a\",\"b\"],\"edges\":[{\"type\":\"blocks\",\"to\":\"task-z\"}],"
                + "\"body\":\"Text.\\n\"}}]}");
        assertThat(created.status()).isEqualTo(200);
        assertThat(result(created).path("warnings").get(0).asString()).contains("task-z");
        assertThat(alice.node("task-j").path("raw").asString())
                .isEqualTo("---\nid: task-j\ntype: task\ntitle: T status: done\nsummary: S\n"
                        + "date: 2026-01-02\nextra: 7\ntags: [a, b]\nedges:\n"
                        + "  - {type: blocks, to: task-z}\n---\nText.\n");
        assertThat(post("{\"id\":\"task-k\",\"type\":\"task\",\"title\":\"T\",\"summary\":\"S\"}")
                        .status())
                .isEqualTo(200);
        assertThat(post(markdown("task-l", "task", "")).status()).isEqualTo(200);
    }

    @Test
    void nodesAreWrittenInOrderWithoutRollback() {
        String good = "\"---\\nid: %s\\ntype: task\\ntitle: T\\nsummary: S\\n---\\n\"";
        Reply some = post("{\"nodes\":[" + String.format(java.util.Locale.ROOT, good, "task-a")
                + ",\"nonsense\"," + String.format(java.util.Locale.ROOT, good, "task-a") + ","
                + String.format(java.util.Locale.ROOT, good, "task-b") + "]}");
        assertThat(some.status()).isEqualTo(207);
        JsonNode results = some.json().path("results");
        assertThat(results.get(0).path("status").asString()).isEqualTo("created");
        assertThat(results.get(1).path("code").asString()).isEqualTo("invalid_node");
        assertThat(results.get(1).path("details").size()).isPositive();
        assertThat(results.get(2).path("code").asString()).isEqualTo("conflict");
        assertThat(results.get(2).path("revision").asString()).hasSize(40);
        assertThat(results.get(3).path("ok").asBoolean()).isTrue();

        Reply skipped = alice.write(markdown("task-a", "task", ""), "\"if_exists\":\"skip\"");
        assertThat(result(skipped).path("status").asString()).isEqualTo("skipped");
        Reply unknown = alice.write(
                markdown("task-none", "task", ""),
                "\"if_exists\":\"update\",\"revision\":\"" + "0".repeat(40) + "\"");
        assertThat(result(unknown).path("code").asString()).isEqualTo("not_found");
    }

    @Test
    void inputLimitsAreEnforced() {
        StringBuilder edges = new StringBuilder("edges:\n");
        for (int i = 0; i < 41; i++) {
            edges.append("  - {type: relates-to, to: task-").append(i).append("}\n");
        }
        List<String> bad = List.of(
                markdown("issue-a", "task", ""),
                markdown("task-A", "task", ""),
                markdown("task-a", "unheard", ""),
                markdown("task-a", "task", edges.toString()),
                markdown("task-a", "task", "edges:\n  - {type: invented, to: task-b}\n"),
                markdown("task-a", "task", "edges:\n  - {type: blocks, to: task-b, k: a b}\n"),
                markdown("task-a", "task", "priority: p9\n"),
                markdown("task-a", "task", "").replace("Body.", "b".repeat(8193)),
                markdown("task-a", "task", "").replace("What it is about", "s".repeat(501)),
                "---\nid: task-a\ntype: task\n---\n",
                "no front matter");
        for (String text : bad) {
            Reply refused = alice.write(text);
            assertThat(refused.status()).as(text).isEqualTo(207);
            assertThat(result(refused).path("code").asString()).isEqualTo("invalid_node");
            assertThat(result(refused).path("details").size()).isPositive();
        }
        assertThat(alice.write(markdown("task-a", "task", "").replace("Body.", "b".repeat(8191)))
                        .status())
                .isEqualTo(200);
        assertThat(alice.write(markdown("my-lens", "lens", "status: anything\n"))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void inverseEdgesAreStoredInCanonicalForm() {
        alice.task("task-a");
        alice.task("task-b");
        Reply inverse = alice.edge("task-a", "blocked-by", "task-b");
        assertThat(inverse.text("status")).isEqualTo("updated");
        assertThat(inverse.text("id")).isEqualTo("task-b");
        assertThat(alice.node("task-b").path("raw").asString())
                .contains("- {type: blocks, to: task-a}");
        assertThat(alice.edge("task-b", "blocks", "task-a").text("status")).isEqualTo("skipped");
        assertThat(alice.edge("task-a", "related-to", "task-b").text("status"))
                .isEqualTo("updated");
        assertThat(alice.node("task-a").path("raw").asString()).contains("relates-to");
        assertThat(code(alice.edge("task-a", "invented", "task-b"))).isEqualTo("invalid_node");
        assertThat(alice.edge("task-a", "blocks", "task-none").status()).isEqualTo(404);
        assertThat(alice.edge("task-none", "blocks", "task-a").status()).isEqualTo(404);

        alice.write(markdown(
                "task-c",
                "task",
                "edges:\n  - {type: blocked-by, to: task-b}\n"
                        + "  - {type: derives-from, to: task-a}\n"));
        assertThat(alice.node("task-c").path("raw").asString())
                .doesNotContain("blocked-by")
                .contains("- {type: derived-from, to: task-a}");
        assertThat(alice.node("task-b").path("raw").asString()).contains("to: task-c}");
        JsonNode queue = alice.queue("");
        assertThat(queue.path("blocked").asInt()).isEqualTo(2);
        assertThat(item(queue, "task-b").path("signals").path("blocking").asInt())
                .isEqualTo(2);
    }

    @Test
    void queueIsFilteredAndOrdered() {
        alice.write(markdown("task-a", "task", "project: web\n"));
        alice.write(markdown("task-b", "task", "repo: api\npriority: p2\n"));
        alice.write(markdown("question-c", "question", "project: web\n"));
        alice.write(markdown("cap-d", "capture-pending", ""));
        assertThat(alice.queue("").path("items").get(0).path("id").asString()).isEqualTo("task-b");
        assertThat(alice.queue("?project=api").path("count").asInt()).isOne();
        assertThat(alice.queue("?type=task,question").path("count").asInt()).isEqualTo(3);
        assertThat(alice.queue("?type=task&type=question&exclude_type=question")
                        .path("count")
                        .asInt())
                .isEqualTo(2);
        assertThat(alice.queue("?type=unheard").path("count").asInt()).isZero();
        assertThat(item(alice.queue(""), "cap-d").path("suggest").asString()).isEqualTo("triage");
        Reply ready = alice.post("task-a", "readiness", "{\"readiness\":\"agent\"}");
        assertThat(ready.text("status")).isEqualTo("updated");
        assertThat(alice.queue("?readiness=agent").path("count").asInt()).isOne();
        assertThat(alice.post("task-a", "readiness", "{\"readiness\":\"soon\"}").status())
                .isEqualTo(422);
        alice.status("task-a", "abandoned");
        assertThat(alice.queue("?project=web&type=task").path("count").asInt()).isZero();
        assertThat(alice.queue("").path("counts_by_project").path("api").asInt())
                .isOne();
    }

    @Test
    void statusShowsTheGraphAndSendsTitlesOnlyIfChanged() {
        alice.task("task-a");
        Reply status = alice.ask("GET", "/v1/status", "");
        assertThat(status.json().path("node_count").asInt()).isEqualTo(2);
        Reply titles = alice.ask("GET", "/v1/status?titles=1", "");
        assertThat(titles.json().path("titles").path("task-a").asString())
                .isEqualTo("Title of task-a");
        String tag = titles.header("ETag").orElseThrow();
        String[] known = {"Authorization", "Bearer alice", "If-None-Match", tag};
        assertThat(server.client().get("/v1/status?titles=1", known).status()).isEqualTo(304);
        alice.task("task-b");
        assertThat(server.client().get("/v1/status?titles=1", known).status()).isEqualTo(200);
    }

    @Test
    void exportIsAnArchiveOfNodeTexts() {
        alice.task("task-a");
        Reply tar = alice.ask("GET", "/v1/export", "");
        assertThat(tar.header("Content-Type")).contains("application/x-tar");
        assertThat(tar.body())
                .contains("nodes/person-alice.md", "nodes/task-a.md", "ustar")
                .contains(markdown("task-a", "task", ""));
        assertThat(tar.body().length() % 512).isZero();
    }
}
