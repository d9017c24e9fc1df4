package io.holdfast.core.command;

import io.holdfast.core.value.Format;
import io.holdfast.core.value.Limits;

/**
 * The settings that decisions depend on. They are replicated state, so that every replica makes the
 * same decisions regardless of its own flags.
 *
 * @param sessionIdleNanos zero if sessions never idle out
 * @param historyMax how many ended grants of each resource are remembered; format 4 added it
 * @param locksPerSessionMax how many slots one session may hold and wait for, so that its end does
 *     not delay other requests for long; format 5 added it, and before there is no limit
 */
public record Settings(
        long defaultTtlNanos,
        long sessionIdleNanos,
        long keyIdleNanos,
        boolean releaseOnClose,
        int keysMax,
        int waitersPerKeyMax,
        int sessionsMax,
        int sessionsPerAddressMax,
        long ledgerNanos,
        int ledgerMax,
        int historyMax,
        int locksPerSessionMax,
        PoolsSettings pools,
        ClaimsSettings claims,
        EntitiesSettings entities,
        NodesSettings nodes,
        TenantsSettings tenants) {

    private static final long SECOND_NANOS = 1_000_000_000L;

    public static final int HISTORY_DEFAULT = 16;

    /** The defaults of a server without flags. */
    public static final Settings DEFAULT = new Settings(
            33 * SECOND_NANOS,
            20 * SECOND_NANOS,
            60 * SECOND_NANOS,
            true,
            1_000_000,
            Limits.WAITERS_PER_KEY_MAX,
            Limits.SESSIONS_MAX,
            Limits.SESSIONS_MAX,
            600 * SECOND_NANOS,
            100_000);

    /** Creates settings with defaults for the other APIs. */
    public Settings(
            long defaultTtlNanos,
            long sessionIdleNanos,
            long keyIdleNanos,
            boolean releaseOnClose,
            int keysMax,
            int waitersPerKeyMax,
            int sessionsMax,
            int sessionsPerAddressMax,
            long ledgerNanos,
            int ledgerMax) {
        this(
                defaultTtlNanos,
                sessionIdleNanos,
                keyIdleNanos,
                releaseOnClose,
                keysMax,
                waitersPerKeyMax,
                sessionsMax,
                sessionsPerAddressMax,
                ledgerNanos,
                ledgerMax,
                HISTORY_DEFAULT,
                Limits.KEYS_MAX,
                PoolsSettings.DEFAULT,
                ClaimsSettings.DEFAULT,
                EntitiesSettings.DEFAULT,
                NodesSettings.DEFAULT,
                TenantsSettings.DEFAULT);
    }

    public Settings {
        Limits.check(defaultTtlNanos > 0, "the default lease must be longer than zero");
        Limits.check(sessionIdleNanos >= 0, "the idle time of sessions must not be negative");
        Limits.check(keyIdleNanos >= 0, "the idle time of keys must not be negative");
        Limits.range("keys", keysMax, Limits.KEYS_MAX);
        Limits.range("waiters for each key", waitersPerKeyMax, Limits.WAITERS_PER_KEY_MAX);
        Limits.range("sessions", sessionsMax, Limits.SESSIONS_MAX);
        Limits.range("sessions for each address", sessionsPerAddressMax, Limits.SESSIONS_MAX);
        Limits.check(ledgerNanos > 0, "outcomes must be kept for longer than zero");
        Limits.range("kept outcomes", ledgerMax, Limits.LEDGER_MAX);
        Limits.check(
                historyMax >= 0 && historyMax <= Limits.HISTORY_MAX,
                "the history of a resource must have 0 to " + Limits.HISTORY_MAX + " grants");
        Limits.range("locks of a session", locksPerSessionMax, Limits.KEYS_MAX);
    }

    /** Returns the same settings with these of the pools API. */
    public Settings with(PoolsSettings newPools) {
        return with(historyMax, locksPerSessionMax, newPools, claims, entities, nodes, tenants);
    }

    /** Returns the same settings with these of the claims API. */
    public Settings with(ClaimsSettings newClaims) {
        return with(historyMax, locksPerSessionMax, pools, newClaims, entities, nodes, tenants);
    }

    /** Returns the same settings with these of the entities API. */
    public Settings with(EntitiesSettings newEntities) {
        return with(historyMax, locksPerSessionMax, pools, claims, newEntities, nodes, tenants);
    }

    /** Returns the same settings with these of the nodes API. */
    public Settings with(NodesSettings newNodes) {
        return with(historyMax, locksPerSessionMax, pools, claims, entities, newNodes, tenants);
    }

    /** Returns the same settings with these quotas. */
    public Settings with(TenantsSettings newTenants) {
        return with(historyMax, locksPerSessionMax, pools, claims, entities, nodes, newTenants);
    }

    /** Returns the same settings with this length of the history. */
    public Settings withHistory(int newHistoryMax) {
        return with(newHistoryMax, locksPerSessionMax, pools, claims, entities, nodes, tenants);
    }

    /** Returns the same settings with this limit of a session's locks. */
    public Settings withLocksPerSession(int newMax) {
        return with(historyMax, newMax, pools, claims, entities, nodes, tenants);
    }

    private Settings with(
            int newHistoryMax,
            int newLocksPerSessionMax,
            PoolsSettings newPools,
            ClaimsSettings newClaims,
            EntitiesSettings newEntities,
            NodesSettings newNodes,
            TenantsSettings newTenants) {
        return new Settings(
                defaultTtlNanos,
                sessionIdleNanos,
                keyIdleNanos,
                releaseOnClose,
                keysMax,
                waitersPerKeyMax,
                sessionsMax,
                sessionsPerAddressMax,
                ledgerNanos,
                ledgerMax,
                newHistoryMax,
                newLocksPerSessionMax,
                newPools,
                newClaims,
                newEntities,
                newNodes,
                newTenants);
    }

    /**
     * Returns the settings as the format stores them: a setting that a newer format added has its
     * value in {@link #DEFAULT}.
     */
    public Settings in(int writtenFormat) {
        Limits.check(writtenFormat >= Format.OLDEST, "settings are written in a known format");
        Settings limited = writtenFormat >= Format.FIFTH ? this : withoutLimits();
        boolean kept = writtenFormat >= Format.FOURTH || historyMax == HISTORY_DEFAULT;
        return kept ? limited : limited.withHistory(HISTORY_DEFAULT);
    }

    private Settings withoutLimits() {
        return withLocksPerSession(Limits.KEYS_MAX)
                .with(entities.withItemsPerEntity(Limits.ENTITY_ITEMS_MAX));
    }

    /** Returns a hash that is the same in every process and every Java version. */
    public long digest() {
        long hash = defaultTtlNanos;
        hash = hash * 31 + sessionIdleNanos;
        hash = hash * 31 + keyIdleNanos;
        hash = hash * 31 + (releaseOnClose ? 1 : 0);
        hash = hash * 31 + keysMax;
        hash = hash * 31 + waitersPerKeyMax;
        hash = hash * 31 + sessionsMax;
        hash = hash * 31 + sessionsPerAddressMax;
        hash = (hash * 31 + ledgerNanos) * 31 + ledgerMax;
        hash = (hash * 31 + pools.digest()) * 31 + claims.digest();
        hash = (hash * 31 + entities.digest()) * 31 + nodes.digest();
        // Later settings add zero by default, so that settings from before them keep their hash.
        hash += 31 * tenants.digest() + 961L * (historyMax - HISTORY_DEFAULT);
        return hash + 29_791L * (locksPerSessionMax - Limits.KEYS_MAX);
    }
}
