package io.holdfast.server.line;

import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Refusal;

import java.nio.charset.StandardCharsets;

/** The first word of a reply. */
public enum Word {
    OK("ok"),
    ACQUIRED("acquired"),
    QUEUED("queued"),
    TIMEOUT("timeout"),
    ERROR("error"),
    ERROR_AUTH("error_auth"),
    ERROR_MAX_LOCKS("error_max_locks"),
    ERROR_MAX_WAITERS("error_max_waiters"),
    ERROR_LIMIT_MISMATCH("error_limit_mismatch"),
    ERROR_NOT_ENQUEUED("error_not_enqueued"),
    ERROR_ALREADY_ENQUEUED("error_already_enqueued"),
    ERROR_LEASE_EXPIRED("error_lease_expired"),
    ERROR_DRAINING("error_draining");

    private final String text;
    private final byte[] bytes;
    private final byte[] line;

    Word(String text) {
        this.text = text;
        this.bytes = text.getBytes(StandardCharsets.US_ASCII);
        this.line = (text + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the word as it is sent. */
    public String text() {
        return text;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the word as a complete reply. */
    byte[] line() {
        return line;
    }

    static Word of(LockRefusal refusal) {
        return switch (refusal) {
            case LIMIT_MISMATCH -> ERROR_LIMIT_MISMATCH;
            case NOT_ENQUEUED -> ERROR_NOT_ENQUEUED;
            case ALREADY_ENQUEUED -> ERROR_ALREADY_ENQUEUED;
            case LEASE_EXPIRED -> ERROR_LEASE_EXPIRED;
            case SESSION_LOCKS_MAX -> ERROR_MAX_LOCKS;
            case SESSION_GONE, SESSIONS_MAX, SESSIONS_PER_ADDRESS_MAX -> ERROR;
        };
    }

    static Word of(Refusal refusal) {
        return switch (refusal) {
            case KEYS_MAX, TENANT_KEYS, TENANT_LEASES, STATE_FULL -> ERROR_MAX_LOCKS;
            case WAITERS_MAX, TENANT_WAITERS -> ERROR_MAX_WAITERS;
            case DRAINING, REMOVED -> ERROR_DRAINING;
            case ABANDONED,
                    REQUEST_MISMATCH,
                    STORAGE_FAILED,
                    OVERLOADED,
                    DATA_MAX,
                    NO_LEADER,
                    UPGRADING,
                    TENANT_SESSIONS,
                    TENANT_BYTES -> ERROR;
        };
    }
}
