package io.holdfast.core.outcome;

/** Why an item of an entity was not changed. A code is part of the formats and never reused. */
public enum EntityWriteRefusal {
    /** Only the holder of a lock may change this collection. */
    LOCK_REQUIRED(8, true),
    /** Another client's lock protects the collection. */
    LOCKED(9, true),
    NO_ITEM(10, false);

    private final int code;
    private final boolean retryable;

    EntityWriteRefusal(int code, boolean retryable) {
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
