package io.holdfast.core.value;

/** The key space of each API. The order is part of the log's format: only append. */
public enum Space {
    LOCKS,
    POOLS,
    CLAIMS,
    ENTITIES,
    NODES
}
