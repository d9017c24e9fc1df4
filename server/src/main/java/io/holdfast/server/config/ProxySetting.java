package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.text;

/** Names that a trusted reverse proxy sends along. */
enum ProxySetting implements Setting {
    PROXY_AUTH_HEADER(
            "proxy-auth-header",
            "PROXY_AUTH_HEADER",
            "NAME",
            "Header in which a trusted proxy names who asks, such as X-Remote-User."),
    PROXY_AUTH_FROM(
            "proxy-auth-from",
            "PROXY_AUTH_FROM",
            "NETWORKS",
            "Addresses or networks, with commas, of those proxies; from anywhere else a"
                    + " request with that header is refused."),
    PROXY_AUTH_TENANT_HEADER(
            "proxy-auth-tenant-header",
            "PROXY_AUTH_TENANT_HEADER",
            "NAME",
            "Header in which they name the tenant; without it all are of the default one."),
    PROXY_AUTH_ROLES_HEADER(
            "proxy-auth-roles-header",
            "PROXY_AUTH_ROLES_HEADER",
            "NAME",
            "Header with groups or roles, with commas or semicolons."),
    PROXY_AUTH_ROLE_MAP(
            "proxy-auth-role-map",
            "PROXY_AUTH_ROLE_MAP",
            "PAIRS",
            "What those mean here, with commas: staff=user,operators=admin."),
    PROXY_AUTH_DEFAULT_ROLE(
            "proxy-auth-default-role",
            "PROXY_AUTH_DEFAULT_ROLE",
            "ROLE",
            "The role of everybody else: none, reader, user, lock-breaker, admin or operator;"
                    + " user without --proxy-auth-roles-header, none with it.");

    private final Spec spec;

    ProxySetting(String flag, String environment, String label, String help) {
        this.spec = new Spec(flag, environment, false, text(label), null, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
