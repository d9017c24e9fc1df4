package io.holdfast.core.query;

import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node, with the nodes that resolve or supersede it.
 *
 * @param status the current status
 * @param edges all current edges, in the order of the text
 * @param resolver a node that resolves or answers it, with the type of that edge
 * @param supersededBy the id of a node that supersedes it
 */
public record NodeAnswer(
        NodeVersion node,
        String status,
        List<NodeEdge> edges,
        @Nullable Resolver resolver,
        @Nullable String supersededBy) {

    /** The node that resolved another, and the type of its edge. */
    public record Resolver(NodeVersion node, String edge, String status) {}
}
