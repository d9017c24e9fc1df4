package io.holdfast.server.nodes;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One node of a write request.
 *
 * @param node a text or an object, or the value that was sent instead
 * @param ifExists what to do if the node exists; null if the word is unknown
 * @param revision the revision to replace, if given
 */
record WriteEntry(
        @Nullable Object node,
        @Nullable String ifExists,
        @Nullable String revision) {

    private static final String ERROR = "error";
    private static final String SKIP = "skip";
    private static final String UPDATE = "update";
    private static final Set<String> MANNERS = Set.of(SKIP, ERROR, UPDATE);

    /** Reads all nodes of a request: a list, one object, or one text. */
    static List<WriteEntry> all(byte[] body) throws BadNode {
        if (body.length > 3 && body[0] == '-' && body[1] == '-' && body[2] == '-') {
            return List.of(new WriteEntry(new String(body, StandardCharsets.UTF_8), ERROR, null));
        }
        Map<String, @Nullable Object> request = Json.object(body);
        String manner = manner(request, ERROR);
        if (manner == null) {
            throw unknownManner();
        }
        Object nodes = request.get("nodes");
        if (nodes == null && request.containsKey("id")) {
            return List.of(new WriteEntry(request, ERROR, null));
        }
        if (!(nodes instanceof List<?> list) || list.isEmpty()) {
            throw BadNode.invalid("nodes must be a list of at least one node");
        }
        List<WriteEntry> entries = new ArrayList<>();
        list.forEach(item -> entries.add(of(item, manner)));
        return entries;
    }

    private static WriteEntry of(@Nullable Object item, String manner) {
        if (item instanceof Map<?, ?> map && map.containsKey("node")) {
            String revision = map.get("revision") instanceof String text ? text : null;
            return new WriteEntry(map.get("node"), manner(map, manner), revision);
        }
        return new WriteEntry(item, manner, null);
    }

    private static @Nullable String manner(Map<?, ?> map, String otherwise) {
        Object manner = map.get("if_exists");
        if (manner == null) {
            return otherwise;
        }
        return manner instanceof String word && MANNERS.contains(word) ? word : null;
    }

    private static BadNode unknownManner() {
        return BadNode.invalid("if_exists must be skip, error or update");
    }

    boolean updates() {
        return UPDATE.equals(ifExists);
    }

    boolean skips() {
        return SKIP.equals(ifExists);
    }

    /** Parses the node. */
    @SuppressWarnings("unchecked") // The JSON reader creates no other maps.
    NodeDraft draft() throws BadNode {
        if (ifExists == null) {
            throw unknownManner();
        }
        if (node instanceof Map<?, ?> map) {
            return NodeDraft.read(NodeDraft.markdown((Map<String, ?>) map));
        }
        if (node instanceof String text) {
            return NodeDraft.read(text);
        }
        throw BadNode.invalid("a node must be a text or an object");
    }

    /** Returns the node's id, for errors about a node that cannot be parsed. */
    String id() {
        if (node instanceof Map<?, ?> map) {
            return map.get("id") instanceof String id ? id : "";
        }
        return node instanceof String text ? NodeDraft.idOf(text) : "";
    }
}
