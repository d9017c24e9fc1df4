package io.holdfast.core.outcome;

/** Why a command changed nothing. The order is part of the formats: only append. */
public enum Refusal {
    /** The session is not known: never opened, closed, or idle for too long. */
    SESSION_GONE(false),
    /** The token is not of a current holder. */
    NOT_HELD(false),
    /** The key is in use with another limit or as another kind. */
    LIMIT_MISMATCH(false),
    ALREADY_ENQUEUED(false),
    NOT_ENQUEUED(false),
    /** The slot came, and its lease ran out before it was collected. */
    LEASE_EXPIRED(false),
    KEYS_MAX(true),
    WAITERS_MAX(true),
    SESSIONS_MAX(true),
    SESSIONS_PER_ADDRESS_MAX(true),
    /** The client hung up. */
    ABANDONED(true),
    /** The node that serves the client is stopping. */
    DRAINING(true),
    /** The same request id came with another body. */
    REQUEST_MISMATCH(false),
    /** The log takes no more commands; nothing was changed. */
    STORAGE_FAILED(true),
    /** Too much is under way; nothing was changed. */
    OVERLOADED(true),
    /** There is no such pool: never made, or deleted, also while the caller waited. */
    NO_POOL(false),
    POOLS_MAX(true),
    LEASES_MAX(true),
    /** The tenant's own values take as much room as they may. */
    DATA_MAX(true),
    /** No leader was found in time, so that the command was not even sent; nothing was changed. */
    NO_LEADER(true),
    /** The tenant has as many names as its quota allows. */
    TENANT_KEYS(true),
    /** The tenant holds as much as its quota allows. */
    TENANT_LEASES(true),
    /** As many of the tenant wait as its quota allows. */
    TENANT_WAITERS(true),
    TENANT_SESSIONS(true),
    /** The tenant's own values take as much room as its quota allows, in all contracts together. */
    TENANT_BYTES(true),
    /**
     * The node was taken out of the cluster; nothing was changed, and another node may be asked.
     */
    REMOVED(true),
    /** Not every member runs a release that knows the command yet; nothing was changed. */
    UPGRADING(true),
    /** The state takes as much memory as it may; nothing new is created until something goes. */
    STATE_FULL(true);

    private final boolean retryable;

    Refusal(boolean retryable) {
        this.retryable = retryable;
    }

    /** Whether the same request may succeed later; such an answer is not kept for repeats. */
    public boolean retryable() {
        return retryable;
    }

    private static final Outcome[] OUTCOMES = new Outcome[values().length];

    static {
        for (Refusal refusal : values()) {
            OUTCOMES[refusal.ordinal()] = new Outcome.Refused(refusal);
        }
    }

    /** The outcome that says so, made once. */
    public Outcome outcome() {
        return OUTCOMES[ordinal()];
    }
}
