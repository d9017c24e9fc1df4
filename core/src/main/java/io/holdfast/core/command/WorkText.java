package io.holdfast.core.command;

import io.holdfast.core.bytes.Blob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a work node as a client sent it, which the machine never looks into, and what the
 * edge read from it. What is not in the text is empty.
 *
 * @param sent null for a person's node that came into being by itself
 * @param wakeMillis the instant until which nobody need look at it; zero where there is none
 */
public record WorkText(
        @Nullable Blob sent,
        WorkType type,
        String title,
        String status,
        String priority,
        String readiness,
        String project,
        List<WorkEdge> edges,
        long wakeMillis) {

    public WorkText {
        edges = List.copyOf(edges);
    }

    /** The node of a person of whom nothing is known but the name. */
    public static WorkText person(String name) {
        return new WorkText(null, WorkType.PERSON, name, "", "", "", "", List.of(), 0);
    }

    public int bytes() {
        return sent == null ? 0 : sent.size();
    }
}
