package io.holdfast.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks that any text is parsed or rejected, and that a changed text contains the changes. */
final class NodeDocumentTest {

    private static final String[] PIECES = {
        "---\n",
        "---",
        "\n",
        "\r\n",
        "id: task-a\n",
        "type: task\n",
        "title: T\n",
        "summary: S\n",
        "  goes on\n",
        "edges:\n",
        "edges: []\n",
        "  - {type: blocks, to: task-b}\n",
        "- {type: blocks, to: task-c, k: v}\n",
        "  - {type: blocks}\n",
        "  - {",
        "}",
        ": ",
        "key",
        "list: [a, b\n",
        "list: [a, 'b']\n",
        "  - x\n",
        "\"",
        "'",
        "\u0000",
        "\u00e4\ud83d\ude00",
        "status: open\n",
        "priority: p1\n",
        "Body\n",
        "\t",
        " "
    };

    private final Random chance = new Random(0x7E47);

    @Test
    void anyTextIsParsedOrRejected() {
        int read = 0;
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder(chance.nextBoolean() ? "---\n" : "");
            boolean whole = chance.nextInt(3) == 0;
            if (whole) {
                text.append("id: task-a\ntype: task\ntitle: T\nsummary: S\n");
            }
            for (int i = chance.nextInt(12); i > 0; i--) {
                text.append(PIECES[chance.nextInt(PIECES.length)]);
            }
            text.append(whole ? "\n---\n" : "");
            try {
                NodeDraft draft = NodeDraft.read(text.toString());
                assertThat(draft.id()).isNotEmpty();
                read++;
            } catch (BadNode refused) {
                assertThat(refused.status()).isEqualTo(422);
                assertThat(refused.details()).isNotEmpty();
            }
        }
        assertThat(read).isPositive();
    }

    @Test
    void changedTextContainsTheCurrentEdgesAndStatus() throws BadNode {
        for (int round = 0; round < 3_000; round++) {
            String ending = chance.nextInt(4) == 0 ? "\r\n" : "\n";
            NodeDraft draft = NodeDraft.read(text(ending));
            List<NodeEdge> sent = draft.text().edges();
            List<Integer> removed = new ArrayList<>();
            List<NodeEdge> inForce = new ArrayList<>();
            for (int i = 0; i < sent.size(); i++) {
                if (chance.nextBoolean()) {
                    removed.add(i);
                } else {
                    inForce.add(sent.get(i));
                }
            }
            List<NodeEdge> added = new ArrayList<>();
            for (int i = chance.nextInt(3); i > 0; i--) {
                added.add(new NodeEdge("assigned", "person-" + i, ""));
            }
            inForce.addAll(added);
            String status = chance.nextBoolean() ? "abandoned" : null;
            List<NodeLine> lines = chance.nextBoolean()
                    ? List.of()
                    : List.of(new NodeLine("status", status), new NodeLine("added_by", "me"));
            NodeVersion view = new NodeVersion(
                    "task-a", 1, draft.text(), lines, removed, added, "person-me", null, null, 0);

            FrontMatter now = FrontMatter.read(NodeDocument.raw(view));

            assertThat(now.faults()).isEmpty();
            assertThat(now.edges().stream().map(FrontMatter.EdgeLine::edge).toList())
                    .isEqualTo(inForce);
            assertThat(now.body()).isEqualTo("Body" + ending);
            if (!lines.isEmpty()) {
                assertThat(now.text("status")).isEqualTo(status == null ? "" : status);
                assertThat(now.text("added_by")).isEqualTo("me");
            }
            assertThat(now.text("title")).isEqualTo("T");
        }
    }

    /** Returns the same keys in random order, with the edges at a random position or omitted. */
    private String text(String ending) {
        List<String> blocks = new ArrayList<>(List.of(
                "id: task-a", "type: task", "title: T", "summary: S" + ending + "  and more"));
        if (chance.nextBoolean()) {
            blocks.add(chance.nextInt(5), "status: \"open\"");
        }
        int edges = chance.nextInt(4);
        if (edges > 0 || chance.nextInt(4) == 0) {
            StringBuilder block = new StringBuilder(edges == 0 ? "edges: []" : "edges:");
            for (int i = 0; i < edges; i++) {
                block.append(ending).append("  - {type: blocks, to: task-").append(i);
                block.append(chance.nextBoolean() ? ", k: v}" : "}");
            }
            blocks.add(chance.nextInt(blocks.size() + 1), block.toString());
        }
        return "---" + ending + String.join(ending, blocks) + ending + "---" + ending + "Body"
                + ending;
    }
}
