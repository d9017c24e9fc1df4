package io.holdfast.core.command;

import io.holdfast.core.value.Limits;

/**
 * The maximum that one tenant may have at a time. Zero means that only the server-wide limits
 * apply.
 *
 * @param keysMax stored names: locks and semaphores, pools, live claims, entities and their items,
 *     nodes and agent tokens
 * @param leasesMax held slots of all APIs
 * @param waitersMax waiters in queues
 * @param sessionsMax sessions and connections of the line protocol
 * @param storedBytesMax bytes of user values
 */
public record TenantQuota(
        long keysMax, long leasesMax, long waitersMax, long sessionsMax, long storedBytesMax) {

    /** No limits except the server-wide ones. */
    public static final TenantQuota NONE = new TenantQuota(0, 0, 0, 0, 0);

    public TenantQuota {
        boolean possible = keysMax >= 0
                && leasesMax >= 0
                && waitersMax >= 0
                && sessionsMax >= 0
                && storedBytesMax >= 0;
        Limits.check(possible, "a quota must not be negative");
    }

    long digest() {
        long hash = keysMax * 31 + leasesMax;
        hash = (hash * 31 + waitersMax) * 31 + sessionsMax;
        return hash * 31 + storedBytesMax;
    }
}
