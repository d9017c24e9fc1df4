package io.holdfast.core.outcome;

/** Why the lock of an entity was not changed. A code is part of the formats and never reused. */
public enum EntityLockRefusal {
    /** Locking is disabled. */
    DISABLED(0, true),
    NO_LOCK(3, false),
    /** The duration exceeds the maximum for this entity. */
    TOO_LONG(4, false),
    /** The entity is locked, possibly by the same client. */
    HELD(5, true),
    NOT_BREAKABLE(6, true),
    NOT_OWNER(7, false);

    private final int code;
    private final boolean retryable;

    EntityLockRefusal(int code, boolean retryable) {
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
}
