package io.holdfast.core.command;

/** The name space of each contract. The order is part of the log's format: only append. */
public enum Space {
    LOCKS,
    POOLS,
    CLAIMS,
    ENTITIES,
    NODES
}
