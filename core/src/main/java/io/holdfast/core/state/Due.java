package io.holdfast.core.state;

/**
 * The kinds of deadlines. At equal times, earlier constants come first: a wait ends before a lease
 * does.
 */
public enum Due {
    WAITER,
    GRANT,
    SESSION,
    PLACE,
    RESOURCE,
    OUTCOME,
    CLAIMS,
    ENTITY,
    NODES,
    DELIVERY,
    HISTORY
}
