package io.holdfast.core.value;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node at one version: its text as it was sent, and the changes since.
 *
 * @param version rises with every change of the node
 * @param lines front matter lines that were set after the text was sent, by key
 * @param removed the removed edges of the text, by their position in it
 * @param added edges that are not in the text
 * @param author the person who wrote the text, with the agent and its run if one did
 */
public record NodeVersion(
        String id,
        long version,
        NodeText text,
        List<NodeLine> lines,
        List<Integer> removed,
        List<NodeEdge> added,
        String author,
        @Nullable String agent,
        @Nullable String session,
        long createdMillis) {}
