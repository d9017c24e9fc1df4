package io.holdfast.core.outcome;

/** Why a command changed nothing. The order is part of the formats: only append. */
public enum Refusal {
    /** The session is unknown: never opened, closed, or expired because it was idle. */
    SESSION_GONE(false),
    /** The token is released, expired or unknown. */
    NOT_HELD(false),
    /** The key is in use with another limit or as another kind. */
    LIMIT_MISMATCH(false),
    ALREADY_ENQUEUED(false),
    NOT_ENQUEUED(false),
    /** The slot was granted, and its lease expired before it was collected. */
    LEASE_EXPIRED(false),
    KEYS_MAX(true),
    WAITERS_MAX(true),
    SESSIONS_MAX(true),
    SESSIONS_PER_ADDRESS_MAX(true),
    /** The client disconnected. */
    ABANDONED(true),
    /** The member that serves the client is stopping. */
    DRAINING(true),
    /** The same request id was used with another body. */
    REQUEST_MISMATCH(false),
    /** The log accepts no more commands; nothing was changed. */
    STORAGE_FAILED(true),
    /** Too many commands are in progress; nothing was changed. */
    OVERLOADED(true),
    /** The pool is unknown: never created, or deleted, possibly while the caller waited. */
    NO_POOL(false),
    POOLS_MAX(true),
    LEASES_MAX(true),
    /** The tenant's user values have reached their maximum size. */
    DATA_MAX(true),
    /** No leader was found in time, so the command was not sent; nothing was changed. */
    NO_LEADER(true),
    /** The tenant has reached its quota of names. */
    TENANT_KEYS(true),
    /** The tenant has reached its quota of held slots. */
    TENANT_LEASES(true),
    /** The tenant has reached its quota of waiters. */
    TENANT_WAITERS(true),
    TENANT_SESSIONS(true),
    /** The tenant's user values in all APIs have reached its quota. */
    TENANT_BYTES(true),
    /** The member was removed from the cluster; nothing was changed. Another member may be used. */
    REMOVED(true),
    /** Not every member runs a release that supports the command yet; nothing was changed. */
    UPGRADING(true),
    /** The state has reached its memory limit. Nothing new is created until memory is freed. */
    STATE_FULL(true);

    private final boolean retryable;

    Refusal(boolean retryable) {
        this.retryable = retryable;
    }

    /** Returns whether a retry may succeed later. Such an answer is not kept for retries. */
    public boolean retryable() {
        return retryable;
    }

    private static final Outcome[] OUTCOMES = new Outcome[values().length];

    static {
        for (Refusal refusal : values()) {
            OUTCOMES[refusal.ordinal()] = new Outcome.Refused(refusal);
        }
    }

    /** Returns the outcome with this reason, which is created once. */
    public Outcome outcome() {
        return OUTCOMES[ordinal()];
    }
}
