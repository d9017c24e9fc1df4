package io.holdfast.server.edge;

import io.holdfast.core.outcome.Refusal;

/** The names of tenants' quotas, in all APIs. */
public final class Quotas {

    private Quotas() {}

    /** Returns in one word what the quota counts. */
    public static String name(Refusal reason) {
        return switch (reason) {
            case TENANT_KEYS -> "keys";
            case TENANT_LEASES -> "leases";
            case TENANT_WAITERS -> "waiters";
            case TENANT_SESSIONS -> "sessions";
            case TENANT_BYTES -> "bytes";
            case SESSION_GONE,
                    NOT_HELD,
                    LIMIT_MISMATCH,
                    ALREADY_ENQUEUED,
                    NOT_ENQUEUED,
                    LEASE_EXPIRED,
                    KEYS_MAX,
                    WAITERS_MAX,
                    SESSIONS_MAX,
                    SESSIONS_PER_ADDRESS_MAX,
                    ABANDONED,
                    DRAINING,
                    REQUEST_MISMATCH,
                    STORAGE_FAILED,
                    OVERLOADED,
                    NO_POOL,
                    POOLS_MAX,
                    LEASES_MAX,
                    DATA_MAX,
                    NO_LEADER,
                    UPGRADING,
                    REMOVED,
                    STATE_FULL -> throw new IllegalArgumentException("no quota: " + reason);
        };
    }

    /** Returns the text for exhausted state memory, in all APIs. */
    public static String stateFull() {
        return "the server's state memory is full; release or delete something, or retry later";
    }

    /** Returns a sentence without its full stop, for APIs without a code for it. */
    public static String text(Refusal reason) {
        return "the tenant's quota of " + name(reason) + " is used up";
    }
}
