package io.holdfast.core.outcome;

/** Why a claim was not changed. The order is part of the formats: only append. */
public enum ClaimRefusal {
    NOT_FOUND,
    /** The claim has another creator. */
    FORBIDDEN,
    /** Another claim is active; a later retry may succeed. */
    HELD,
    /** The ttl can be set only on an active claim. */
    TTL_OF_INACTIVE,
    /** Only an active claim can be released. */
    RELEASE_OF_INACTIVE,
    /** The status is final. */
    FINAL,
    /** The status is final, so the claim can never become active again. */
    ACTIVATION_OF_FINAL,
    /** The status is final, and no other claim waits for the resource either. */
    NOBODY_ELIGIBLE
}
