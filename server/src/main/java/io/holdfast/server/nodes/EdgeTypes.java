package io.holdfast.server.nodes;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Edge types: the canonical ones, their aliases, and their inverses. */
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

    /** Returns the canonical type, or null if the type is unknown. */
    static @Nullable String kept(String type) {
        String renamed = RENAMED.getOrDefault(type, type);
        return KNOWN.contains(renamed) ? renamed : null;
    }

    /** Returns the type that the other node stores instead, or null if this is not an inverse. */
    static @Nullable String inverse(String type) {
        return INVERSE.get(type);
    }
}
