package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** Quotas per tenant; zero means that only the server-wide limits apply. */
enum TenantSetting implements Setting {
    MAX_KEYS(
            "tenant-max-keys",
            "TENANT_MAX_KEYS",
            "N",
            "Maximum number of locks, pools, live claims, entities, entity items and nodes per"
                    + " tenant; 0 means no limit."),
    MAX_LEASES(
            "tenant-max-leases",
            "TENANT_MAX_LEASES",
            "N",
            "Maximum number of leases per tenant; 0 means no limit."),
    MAX_WAITERS(
            "tenant-max-waiters",
            "TENANT_MAX_WAITERS",
            "N",
            "Maximum number of waiters in queues per tenant; 0 means no limit."),
    MAX_SESSIONS(
            "tenant-max-sessions",
            "TENANT_MAX_SESSIONS",
            "N",
            "Maximum number of sessions and line protocol connections per tenant; 0 means no"
                    + " limit."),
    MAX_BYTES(
            "tenant-max-bytes",
            "TENANT_MAX_BYTES",
            "BYTES",
            "Maximum size of user data, entity values and node texts per tenant, in bytes; 0"
                    + " means no limit."),
    FILE("tenants-file", "TENANTS_FILE", "YAML file with quotas per tenant; reloaded on SIGHUP.");

    private final Spec spec;

    TenantSetting(String flag, String environment, String label, String help) {
        this(flag, environment, new SettingFormat.Whole(label, 0, Long.MAX_VALUE), "0", help);
    }

    TenantSetting(String flag, String environment, String help) {
        this(flag, environment, text("FILE"), null, help);
    }

    TenantSetting(
            String flag,
            String environment,
            SettingFormat form,
            @Nullable String fallback,
            String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
