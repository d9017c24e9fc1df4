package io.holdfast.sim;

import io.holdfast.core.command.TenantQuota;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.sim.ModelRows.Key;

import org.jspecify.annotations.Nullable;

/** The usage of the simulated tenant, recounted on every request. */
final class ModelTenant {

    private final ModelRules rules;

    ModelTenant(ModelRules rules) {
        this.rules = rules;
    }

    private TenantQuota quota() {
        return rules.settings.tenants().each();
    }

    @Nullable
    Refusal refuseKeys(int more) {
        int has = rules.keys.size()
                + rules.pools.pools.size()
                + rules.claims.live()
                + rules.entities.names()
                + rules.nodes.names();
        return full(has, more, quota().keysMax()) ? Refusal.TENANT_KEYS : null;
    }

    @Nullable
    Refusal refuseLeases(int more) {
        int has = rules.pools.gauges().leases()
                + rules.claims.active()
                + rules.entities.locked()
                + rules.nodes.leases();
        for (Key key : rules.keys) {
            has += key.holds.size();
        }
        return full(has, more, quota().leasesMax()) ? Refusal.TENANT_LEASES : null;
    }

    @Nullable
    Refusal refuseWaiters() {
        int has = rules.pools.gauges().waiters() + rules.claims.live() - rules.claims.active();
        for (Key key : rules.keys) {
            has += key.line.size();
        }
        return full(has, 1, quota().waitersMax()) ? Refusal.TENANT_WAITERS : null;
    }

    @Nullable
    Refusal refuseSessions() {
        return full(rules.clients.size(), 1, quota().sessionsMax())
                ? Refusal.TENANT_SESSIONS
                : null;
    }

    /** Rejects more bytes than the quota allows, if {@code spare} bytes could be freed. */
    @Nullable
    Refusal refuseBytes(long more, long spare) {
        long has = rules.claims.bytesKept() + rules.entities.bytes() + rules.nodes.bytes() - spare;
        return full(has, more, quota().storedBytesMax()) ? Refusal.TENANT_BYTES : null;
    }

    private static boolean full(long has, long more, long max) {
        return max > 0 && more > 0 && has + more > max;
    }
}
