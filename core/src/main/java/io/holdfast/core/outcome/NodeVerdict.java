package io.holdfast.core.outcome;

/** The effect of a command on a node. The order is part of the formats: only append. */
public enum NodeVerdict {
    CREATED,
    UPDATED,
    /** Nothing had to change. */
    SKIPPED,
    CLAIMED,
    RENEWED,
    EXTENDED,
    RESERVED,
    RELEASED
}
