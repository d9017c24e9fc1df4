package io.holdfast.core.query;

import io.holdfast.core.command.WorkEdge;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A work node with what others say of it.
 *
 * @param status the status in force
 * @param edges all edges in force, in the order of the text
 * @param resolver a node that resolves or answers it, with the type of that edge
 * @param supersededBy the id of a node that supersedes it
 */
public record WorkAnswer(
        WorkView node,
        String status,
        List<WorkEdge> edges,
        @Nullable Resolver resolver,
        @Nullable String supersededBy) {

    /** Who resolved a node, and by which edge. */
    public record Resolver(WorkView node, String edge, String status) {}
}
