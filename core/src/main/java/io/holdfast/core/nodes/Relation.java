package io.holdfast.core.nodes;

import org.jspecify.annotations.Nullable;

/** The edges that decide something; all others are only kept. */
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
