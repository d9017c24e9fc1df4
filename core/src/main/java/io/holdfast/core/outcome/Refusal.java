package io.holdfast.core.outcome;

/** Why a command of any API changed nothing. A code is part of the formats and never reused. */
public enum Refusal {
    /** The API has the maximum number of keys, claims, nodes or items. */
    KEYS_MAX(6, true),
    /** The resource has the maximum number of waiters. */
    WAITERS_MAX(7, true),
    /** The client disconnected. */
    ABANDONED(10, true),
    /** The member that serves the client is stopping. */
    DRAINING(11, true),
    /** The same request id was used with another body. */
    REQUEST_MISMATCH(12, false),
    /** The log accepts no more commands; nothing was changed. */
    STORAGE_FAILED(13, true),
    /** Too many commands are in progress; nothing was changed. */
    OVERLOADED(14, true),
    /** The tenant's user values have reached their maximum size. */
    DATA_MAX(18, true),
    /** No leader was found in time, so the command was not sent; nothing was changed. */
    NO_LEADER(19, true),
    /** The tenant has reached its quota of names. */
    TENANT_KEYS(20, true),
    /** The tenant has reached its quota of held slots. */
    TENANT_LEASES(21, true),
    /** The tenant has reached its quota of waiters. */
    TENANT_WAITERS(22, true),
    TENANT_SESSIONS(23, true),
    /** The tenant's user values in all APIs have reached its quota. */
    TENANT_BYTES(24, true),
    /** The member was removed from the cluster; nothing was changed. Another member may be used. */
    REMOVED(25, true),
    /** Not every member runs a release that supports the command yet; nothing was changed. */
    UPGRADING(26, true),
    /** The state has reached its memory limit. Nothing new is created until memory is freed. */
    STATE_FULL(27, true);

    private final int code;
    private final boolean retryable;
    private final Outcome.Refused outcome = new Outcome.Refused(this);

    Refusal(int code, boolean retryable) {
        this.code = code;
        this.retryable = retryable;
    }

    /** Returns the number that stands for the reason in the log and in snapshots. */
    public int code() {
        return code;
    }

    /** Returns whether a retry may succeed later. Such an answer is not kept for retries. */
    public boolean retryable() {
        return retryable;
    }

    /** Returns the outcome with this reason, which is created once. */
    public Outcome.Refused outcome() {
        return outcome;
    }
}
