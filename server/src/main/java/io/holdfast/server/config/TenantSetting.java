package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** What a tenant may have at a time; zero leaves it to the limits of the whole server. */
enum TenantSetting implements Setting {
    MAX_KEYS(
            "tenant-max-keys",
            "TENANT_MAX_KEYS",
            "N",
            "Locks, pools, live claims, entities with items, and nodes of a tenant; 0 means any."),
    MAX_LEASES(
            "tenant-max-leases",
            "TENANT_MAX_LEASES",
            "N",
            "What a tenant holds at a time; 0 means any number."),
    MAX_WAITERS(
            "tenant-max-waiters",
            "TENANT_MAX_WAITERS",
            "N",
            "Places in lines that a tenant has at a time; 0 means any number."),
    MAX_SESSIONS(
            "tenant-max-sessions",
            "TENANT_MAX_SESSIONS",
            "N",
            "Sessions and line connections of a tenant; 0 means any number."),
    MAX_BYTES(
            "tenant-max-bytes",
            "TENANT_MAX_BYTES",
            "BYTES",
            "Bytes of user data, entity values and node texts of a tenant; 0 means any number."),
    FILE("tenants-file", "TENANTS_FILE", "Quotas of named tenants, as YAML; read again on SIGHUP.");

    private final Spec spec;

    TenantSetting(String flag, String environment, String label, String help) {
        this(flag, environment, new SettingFormat.Whole(label, 0, Long.MAX_VALUE), "0", help);
    }

    TenantSetting(String flag, String environment, String help) {
        this(flag, environment, text("FILE"), null, help);
    }

    TenantSetting(
            String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
