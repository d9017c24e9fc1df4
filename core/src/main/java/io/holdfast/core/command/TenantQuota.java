package io.holdfast.core.command;

/**
 * How much one tenant may have at a time. Zero leaves it to the limits of the whole server.
 *
 * @param keysMax names that stay: locks and semaphores, pools, live claims, entities and their
 *     items, work nodes and the tokens of agents
 * @param leasesMax what is held: slots of every contract
 * @param waitersMax places in lines
 * @param sessionsMax sessions and connections of the line protocol
 * @param storedBytesMax the bytes of users' own values
 */
public record TenantQuota(
        long keysMax, long leasesMax, long waitersMax, long sessionsMax, long storedBytesMax) {

    /** Nothing beyond the limits of the whole server. */
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
