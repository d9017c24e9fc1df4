package io.holdfast.core.value;

/** Fields of a node that can be set separately. The order is part of the formats: only append. */
public enum NodeField {
    STATUS,
    PRIORITY,
    READINESS
}
