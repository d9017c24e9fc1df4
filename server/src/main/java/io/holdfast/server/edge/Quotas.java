package io.holdfast.server.edge;

import io.holdfast.core.outcome.Refusal;

/** How every dialect names the quota of a tenant that is used up. */
public final class Quotas {

    private Quotas() {}

    /** What the quota counts, in one word. */
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

    /** What every API says when the state has used up its memory budget. */
    public static String stateFull() {
        return "the server's state memory is full; release or delete something, or retry later";
    }

    /** A sentence without its full stop, for whoever has to do with less. */
    public static String text(Refusal reason) {
        return "the tenant's quota of " + name(reason) + " is used up";
    }
}
