package io.holdfast.server.edge;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;

/** The texts for outcomes that every command may have; the same in all APIs. */
public final class SharedText {

    private SharedText() {}

    /** Returns a sentence without its full stop. */
    public static String of(Outcome.Shared outcome, boolean hasKey) {
        return switch (outcome) {
            case Outcome.Refused(Refusal reason) -> of(reason);
            case Outcome.Unknown _ ->
                "the answer was lost and the request may have taken effect; "
                        + (hasKey
                                ? "retry with the same Idempotency-Key"
                                : "read the state before a retry");
        };
    }

    private static String of(Refusal reason) {
        return switch (reason) {
            case KEYS_MAX -> "the maximum number of keys, claims, nodes or items is reached";
            case WAITERS_MAX -> "the maximum number of waiters is reached";
            case DATA_MAX -> "the maximum size of a value, or of all values together, is reached";
            case ABANDONED, DRAINING -> "the server is stopping; retry soon";
            case REQUEST_MISMATCH ->
                "this Idempotency-Key was used with another body; choose a new one";
            case STORAGE_FAILED -> "the server cannot write its log and is stopping";
            case OVERLOADED -> "the server is overloaded; retry soon";
            case NO_LEADER -> "the cluster has no leader now; retry soon";
            case TENANT_KEYS, TENANT_LEASES, TENANT_WAITERS, TENANT_SESSIONS, TENANT_BYTES ->
                "the tenant's quota of " + quota(reason) + " is used up";
            case REMOVED -> "this member was removed from the cluster; use another one";
            case UPGRADING -> "not every member runs a release that knows this; retry later";
            case STATE_FULL ->
                "the server's state memory is full; release or delete something, or retry later";
        };
    }

    /** Returns in one word what a tenant's quota counts; empty for other reasons. */
    public static String quota(Refusal reason) {
        return switch (reason) {
            case TENANT_KEYS -> "keys";
            case TENANT_LEASES -> "leases";
            case TENANT_WAITERS -> "waiters";
            case TENANT_SESSIONS -> "sessions";
            case TENANT_BYTES -> "bytes";
            case KEYS_MAX,
                    WAITERS_MAX,
                    DATA_MAX,
                    ABANDONED,
                    DRAINING,
                    REQUEST_MISMATCH,
                    STORAGE_FAILED,
                    OVERLOADED,
                    NO_LEADER,
                    REMOVED,
                    UPGRADING,
                    STATE_FULL -> "";
        };
    }
}
