package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.text;

/** User names that a trusted reverse proxy sends. */
enum ProxySetting implements Setting {
    PROXY_AUTH_HEADER(
            "proxy-auth-header",
            "PROXY_AUTH_HEADER",
            "NAME",
            "Header in which a trusted proxy names the user, such as X-Remote-User."),
    PROXY_AUTH_FROM(
            "proxy-auth-from",
            "PROXY_AUTH_FROM",
            "NETWORKS",
            "Comma-separated addresses or networks of those proxies. Requests with that header"
                    + " from other addresses are rejected."),
    PROXY_AUTH_TENANT_HEADER(
            "proxy-auth-tenant-header",
            "PROXY_AUTH_TENANT_HEADER",
            "NAME",
            "Header with the tenant. Without it, all users belong to the default tenant."),
    PROXY_AUTH_ROLES_HEADER(
            "proxy-auth-roles-header",
            "PROXY_AUTH_ROLES_HEADER",
            "NAME",
            "Header with groups or roles, separated by commas or semicolons."),
    PROXY_AUTH_ROLE_MAP(
            "proxy-auth-role-map",
            "PROXY_AUTH_ROLE_MAP",
            "PAIRS",
            "Roles of those groups, comma-separated: staff=user,operators=admin."),
    PROXY_AUTH_DEFAULT_ROLE(
            "proxy-auth-default-role",
            "PROXY_AUTH_DEFAULT_ROLE",
            "ROLE",
            "Role of users without a mapped group: none, reader, user, lock-breaker, admin or"
                    + " operator. Default: user without --proxy-auth-roles-header, none with it.");

    private final Spec spec;

    ProxySetting(String flag, String environment, String label, String help) {
        this.spec = new Spec(flag, environment, false, text(label), null, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
