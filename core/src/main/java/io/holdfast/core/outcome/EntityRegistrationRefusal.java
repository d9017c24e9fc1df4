package io.holdfast.core.outcome;

/** Why the set of entities was not changed. A code is part of the formats and never reused. */
public enum EntityRegistrationRefusal {
    EXISTS(11, false),
    NO_PARENT(12, true),
    /** The entity is part of the manifest, and only the manifest can change it. */
    OF_MANIFEST(13, false);

    private final int code;
    private final boolean retryable;

    EntityRegistrationRefusal(int code, boolean retryable) {
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
