package io.holdfast.core.outcome;

/** Why a key or a session was not changed. A code is part of the formats and never reused. */
public enum LockRefusal {
    /** The session is unknown: never opened, closed, or expired because it was idle. */
    SESSION_GONE(0, false),
    /** The key is in use with another limit or as another kind. */
    LIMIT_MISMATCH(2, false),
    ALREADY_ENQUEUED(3, false),
    NOT_ENQUEUED(4, false),
    /** The slot was granted, and its lease expired before it was collected. */
    LEASE_EXPIRED(5, false),
    SESSIONS_MAX(8, true),
    SESSIONS_PER_ADDRESS_MAX(9, true),
    /** The session holds and waits for the maximum number of slots. */
    SESSION_LOCKS_MAX(28, true);

    private final int code;
    private final boolean retryable;
    private final Outcome.LockRefused outcome = new Outcome.LockRefused(this);

    LockRefusal(int code, boolean retryable) {
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
    public Outcome.LockRefused outcome() {
        return outcome;
    }
}
