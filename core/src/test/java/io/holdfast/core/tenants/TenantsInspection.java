package io.holdfast.core.tenants;

import io.holdfast.core.state.Findings;

/** Compares the usage of every tenant with a recount. */
public final class TenantsInspection {

    private TenantsInspection() {}

    /** Checks the running counts and the quota of every tenant. */
    public static void run(Tenants tenants, Findings findings, Tenants recount) {
        tenants.all.forEach((name, tenant) -> {
            String running = text(tenant);
            String counted = text(recount.of(name));
            findings.expect(
                    running.equals(counted),
                    "miscounted: " + name + " has " + running + "; a recount: " + counted);
            findings.expect(
                    tenant.quota.equals(tenants.settings.of(name)), "outdated quota: " + name);
        });
        findings.expect(recount.all.size() == tenants.all.size(), "a tenant is unknown");
    }

    private static String text(TenantUse use) {
        return "keys " + use.keys + ", leases " + use.leases + ", waiters " + use.waiters
                + ", sessions " + use.sessions() + ", bytes " + use.bytes;
    }
}
