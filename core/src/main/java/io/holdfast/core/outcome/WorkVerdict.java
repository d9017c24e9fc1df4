package io.holdfast.core.outcome;

/** What became of a work node. The order is part of the formats: only append. */
public enum WorkVerdict {
    CREATED,
    UPDATED,
    /** Everything was so already. */
    SKIPPED,
    CLAIMED,
    RENEWED,
    EXTENDED,
    RESERVED,
    RELEASED
}
