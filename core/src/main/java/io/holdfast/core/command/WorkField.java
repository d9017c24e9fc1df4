package io.holdfast.core.command;

/** What can be set on a work node by itself. The order is part of the formats: only append. */
public enum WorkField {
    STATUS,
    PRIORITY,
    READINESS
}
