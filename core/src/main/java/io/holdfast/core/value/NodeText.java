package io.holdfast.core.value;

import io.holdfast.core.bytes.Blob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node's text as a client sent it, which the machine never parses, and the fields that the edge
 * read from it. Missing fields are empty.
 *
 * @param sent null for a person's node that was created implicitly
 * @param wakeMillis the time until which the node is dormant; zero if it has none
 */
public record NodeText(
        @Nullable Blob sent,
        NodeType type,
        String title,
        String status,
        String priority,
        String readiness,
        String project,
        List<NodeEdge> edges,
        long wakeMillis) {

    public NodeText {
        edges = List.copyOf(edges);
    }

    /** Returns the node of a person of whom only the name is known. */
    public static NodeText person(String name) {
        return new NodeText(null, NodeType.PERSON, name, "", "", "", "", List.of(), 0);
    }

    public int bytes() {
        return sent == null ? 0 : sent.size();
    }
}
