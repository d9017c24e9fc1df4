package io.holdfast.core.tenants;

import io.holdfast.core.command.TenantsSettings;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All tenants that a command has ever named. */
public final class Tenants {

    final Map<String, TenantUse> all = new TreeMap<>();
    TenantsSettings settings = TenantsSettings.DEFAULT;

    /** Returns the tenant of that name, and creates it if it is unknown. */
    public TenantUse of(String name) {
        TenantUse known = all.get(name);
        if (known != null) {
            return known;
        }
        TenantUse tenant = new TenantUse(name, settings.of(name));
        all.put(name, tenant);
        return tenant;
    }

    /** Returns the tenant of that name; null if it is unknown. */
    public @Nullable TenantUse find(String name) {
        return all.get(name);
    }

    /** Applies new quotas. A tenant above its new quota keeps what it has and gets nothing more. */
    public void configure(TenantsSettings newSettings) {
        settings = newSettings;
        all.forEach((name, tenant) -> tenant.quota = newSettings.of(name));
    }
}
