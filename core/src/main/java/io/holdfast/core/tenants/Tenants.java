package io.holdfast.core.tenants;

import io.holdfast.core.command.TenantsSettings;
import io.holdfast.core.state.Findings;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All tenants that anything was ever asked for. */
public final class Tenants {

    private final Map<String, TenantUse> all = new TreeMap<>();
    private TenantsSettings settings = TenantsSettings.DEFAULT;

    /** The tenant of that name, which need not have anything yet. */
    public TenantUse of(String name) {
        TenantUse known = all.get(name);
        if (known != null) {
            return known;
        }
        TenantUse tenant = new TenantUse(name, settings.of(name));
        all.put(name, tenant);
        return tenant;
    }

    /** The tenant of that name; null where nothing was asked for it. */
    public @Nullable TenantUse find(String name) {
        return all.get(name);
    }

    /** Takes nothing away: whoever has more than it may now have keeps it, and gets no more. */
    public void configure(TenantsSettings newSettings) {
        settings = newSettings;
        all.forEach((name, tenant) -> tenant.quota(newSettings.of(name)));
    }

    /** Compares the running counts with those of somebody who has just counted. */
    public void inspect(Findings findings, Tenants recount) {
        all.forEach((name, tenant) -> {
            TenantUse counted = recount.of(name);
            findings.expect(
                    tenant.same(counted), "miscounted: " + tenant + "; a recount: " + counted);
            findings.expect(tenant.quota().equals(settings.of(name)), "an old quota: " + name);
        });
        findings.expect(recount.all.size() == all.size(), "a tenant is not known");
    }
}
