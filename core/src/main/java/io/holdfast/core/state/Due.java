package io.holdfast.core.state;

/**
 * What can fall due. A wait that ends and a lease that ends at one instant: the wait ends first.
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
    DELIVERY
}
