package io.holdfast.server.nodes;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One node of a request that writes nodes.
 *
 * @param node a text or an object, or what was sent instead of one
 * @param ifExists what to do where there is such a node; null where that is none of the known words
 * @param revision the revision that it replaces, where one was named
 */
record WriteEntry(
        @Nullable Object node,
        @Nullable String ifExists,
        @Nullable String revision) {

    private static final String ERROR = "error";
    private static final String SKIP = "skip";
    private static final String UPDATE = "update";
    private static final Set<String> MANNERS = Set.of(SKIP, ERROR, UPDATE);

    /** All nodes of a request: a list, one object, or one text. */
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

    /** Reads the node. */
    @SuppressWarnings("unchecked") // The reader of JSON makes no other maps.
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

    /** The id that it names, for answers about what cannot be read otherwise. */
    String id() {
        if (node instanceof Map<?, ?> map) {
            return map.get("id") instanceof String id ? id : "";
        }
        return node instanceof String text ? NodeDraft.idOf(text) : "";
    }
}
