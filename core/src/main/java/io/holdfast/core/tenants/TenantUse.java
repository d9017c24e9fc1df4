package io.holdfast.core.tenants;

import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.outcome.Refusal;

import org.jspecify.annotations.Nullable;

/**
 * What one tenant has, counted as it comes and goes. Rows that are asked about often have it as a
 * field, so that a quota costs a command no search.
 *
 * <p>Whoever is about to add something asks first, before anything changes. Whatever is only handed
 * on, from a holder to the next in line, is never refused: the tenant has no more by it.
 */
public final class TenantUse {

    private final String name;
    private TenantQuota quota;
    private long keys;
    private long leases;
    private long waiters;
    private long sessions;
    private long bytes;

    TenantUse(String name, TenantQuota quota) {
        this.name = name;
        this.quota = quota;
    }

    /** One for what no tenant has any more, and nobody counts. */
    public static TenantUse nobody() {
        return new TenantUse("", TenantQuota.NONE);
    }

    /** The one copy of the tenant's name, which a million keys share. */
    public String name() {
        return name;
    }

    public TenantQuota quota() {
        return quota;
    }

    void quota(TenantQuota newQuota) {
        quota = newQuota;
    }

    public long keys() {
        return keys;
    }

    public long leases() {
        return leases;
    }

    public long waiters() {
        return waiters;
    }

    public long sessions() {
        return sessions;
    }

    public long bytes() {
        return bytes;
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

    /** Why so many more names cannot come; null where they can. */
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

    /** The same, where so many bytes could go to make room. */
    public @Nullable Refusal refuseBytes(long more, long spare) {
        return hasRoom(bytes - spare, more, quota.storedBytesMax()) ? null : Refusal.TENANT_BYTES;
    }

    /** Whoever has too much since its quota became smaller may still do with less. */
    private static boolean hasRoom(long used, long more, long max) {
        return max == 0 || more <= 0 || used + more <= max;
    }

    boolean same(TenantUse other) {
        return keys == other.keys
                && leases == other.leases
                && waiters == other.waiters
                && sessions == other.sessions
                && bytes == other.bytes;
    }

    @Override
    public String toString() {
        return name + " has keys " + keys + ", leases " + leases + ", waiters " + waiters
                + ", sessions " + sessions + ", bytes " + bytes;
    }
}
