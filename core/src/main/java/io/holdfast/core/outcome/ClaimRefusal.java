package io.holdfast.core.outcome;

/** Why a claim was not changed. The order is part of the formats: only append. */
public enum ClaimRefusal {
    NOT_FOUND,
    /** It is another creator's. */
    FORBIDDEN,
    /** Another claim is active; asking again later may help. */
    HELD,
    /** Only the ttl of an active claim can be set. */
    TTL_OF_INACTIVE,
    /** Only an active claim can be released. */
    RELEASE_OF_INACTIVE,
    /** The status is final. */
    FINAL,
    /** The status is final, so that it never becomes active again. */
    ACTIVATION_OF_FINAL,
    /** The same, and nobody else waits for the resource either. */
    NOBODY_ELIGIBLE
}
