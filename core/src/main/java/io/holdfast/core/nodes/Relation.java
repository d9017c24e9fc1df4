package io.holdfast.core.nodes;

import org.jspecify.annotations.Nullable;

/** The edge types that affect other nodes. Edges of all other types are only stored. */
enum Relation {
    RESOLVES("resolves"),
    ANSWERS("answers"),
    SUPERSEDES("supersedes"),
    BLOCKS("blocks"),
    ASSIGNED("assigned"),
    OWNED_BY("owned-by");

    final String type;

    Relation(String type) {
        this.type = type;
    }

    static @Nullable Relation of(String type) {
        for (Relation relation : values()) {
            if (relation.type.equals(type)) {
                return relation;
            }
        }
        return null;
    }
}
