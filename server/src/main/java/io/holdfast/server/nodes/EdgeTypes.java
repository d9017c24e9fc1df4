package io.holdfast.server.nodes;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words for edges: those that are kept, those that are renamed, and the inverse ones. */
final class EdgeTypes {

    private static final Set<String> KNOWN = Set.of(
            "answers",
            "assigned",
            "blocks",
            "changes-requested-by",
            "compiled-for",
            "constrained-by",
            "decided-in",
            "derived-from",
            "focuses-on",
            "governed-by",
            "grouped-under",
            "member-of-org",
            "mentions",
            "owned-by",
            "performs",
            "relates-to",
            "resolves",
            "review-requested",
            "reviewed-by",
            "routed-to",
            "shaped-by",
            "stewards",
            "supersedes",
            "triggered-by",
            "uses-profile");

    private static final Map<String, String> RENAMED = Map.of(
            "derives-from", "derived-from",
            "related-to", "relates-to",
            "approved-by", "reviewed-by",
            "supercedes", "supersedes");

    private static final Map<String, String> INVERSE = Map.of(
            "answered-by", "answers",
            "blocked-by", "blocks",
            "groups", "grouped-under",
            "has-org-member", "member-of-org",
            "owns", "owned-by",
            "superseded-by", "supersedes");

    private EdgeTypes() {}

    /** The word that is kept for it; null where there is none. */
    static @Nullable String kept(String type) {
        String renamed = RENAMED.getOrDefault(type, type);
        return KNOWN.contains(renamed) ? renamed : null;
    }

    /** What the other node says instead; null where this one says it itself. */
    static @Nullable String inverse(String type) {
        return INVERSE.get(type);
    }
}
