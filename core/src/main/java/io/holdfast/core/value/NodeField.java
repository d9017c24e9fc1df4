package io.holdfast.core.command;

/** Fields of a node that can be set separately. The order is part of the formats: only append. */
public enum WorkField {
    STATUS,
    PRIORITY,
    READINESS
}
