package io.holdfast.core.tenants;

import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.outcome.Refusal;

import org.jspecify.annotations.Nullable;

/**
 * The current usage of one tenant. Rows that are checked often keep a reference to it, so that a
 * quota check needs no lookup.
 *
 * <p>A command must check the quota before it changes anything. Passing a grant from a holder to
 * the next waiter is never rejected, because it does not increase the tenant's usage.
 */
public final class TenantUse {

    private final String name;
    TenantQuota quota;
    long keys;
    long leases;
    long waiters;
    private long sessions;
    long bytes;

    TenantUse(String name, TenantQuota quota) {
        this.name = name;
        this.quota = quota;
    }

    /** Returns a usage for things that no longer belong to a tenant. It is not counted. */
    public static TenantUse none() {
        return new TenantUse("", TenantQuota.NONE);
    }

    /** Returns the tenant's name. All of the tenant's keys share this one string. */
    public String name() {
        return name;
    }

    public long sessions() {
        return sessions;
    }

    public void addKeys(long change) {
        keys += change;
    }

    public void addLeases(long change) {
        leases += change;
    }

    public void addWaiters(long change) {
        waiters += change;
    }

    public void addSessions(long change) {
        sessions += change;
    }

    public void addBytes(long change) {
        bytes += change;
    }

    /** Rejects this number of new keys if the quota has no room; null if it has. */
    public @Nullable Refusal refuseKeys(long more) {
        return hasRoom(keys, more, quota.keysMax()) ? null : Refusal.TENANT_KEYS;
    }

    public @Nullable Refusal refuseLeases(long more) {
        return hasRoom(leases, more, quota.leasesMax()) ? null : Refusal.TENANT_LEASES;
    }

    public @Nullable Refusal refuseWaiters(long more) {
        return hasRoom(waiters, more, quota.waitersMax()) ? null : Refusal.TENANT_WAITERS;
    }

    public @Nullable Refusal refuseSessions(long more) {
        return hasRoom(sessions, more, quota.sessionsMax()) ? null : Refusal.TENANT_SESSIONS;
    }

    public @Nullable Refusal refuseBytes(long more) {
        return refuseBytes(more, 0);
    }

    /** Does the same, if {@code spare} bytes could be freed to make room. */
    public @Nullable Refusal refuseBytes(long more, long spare) {
        return hasRoom(bytes - spare, more, quota.storedBytesMax()) ? null : Refusal.TENANT_BYTES;
    }

    /**
     * Returns whether usage may grow by {@code more}. A tenant above a lowered quota may still
     * shrink.
     */
    private static boolean hasRoom(long used, long more, long max) {
        return max == 0 || more <= 0 || used + more <= max;
    }
}
