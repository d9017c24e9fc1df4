package io.holdfast.core.outcome;

/** Why a pool was not changed. A code is part of the formats and never reused. */
public enum PoolRefusal {
    /** The pool is unknown: never created, or deleted, possibly while the caller waited. */
    NO_POOL(15, false),
    POOLS_MAX(16, true),
    LEASES_MAX(17, true);

    private final int code;
    private final boolean retryable;
    private final Outcome.PoolRefused outcome = new Outcome.PoolRefused(this);

    PoolRefusal(int code, boolean retryable) {
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
    public Outcome.PoolRefused outcome() {
        return outcome;
    }
}
