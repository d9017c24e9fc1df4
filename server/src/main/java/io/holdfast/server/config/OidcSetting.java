package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** Access tokens of an OpenID Connect issuer. */
enum OidcSetting implements Setting {
    OIDC_ISSUER(
            "oidc-issuer",
            "OIDC_ISSUER",
            text("URL"),
            null,
            "Accept access tokens of this issuer; must equal their iss claim."),
    OIDC_AUDIENCE(
            "oidc-audience",
            "OIDC_AUDIENCE",
            text("NAMES"),
            null,
            "Accepted audiences, comma-separated."),
    OIDC_JWKS_URL(
            "oidc-jwks-url",
            "OIDC_JWKS_URL",
            text("URL"),
            null,
            "URL of the issuer's keys. Default: the one in its discovery document."),
    OIDC_NAME_CLAIM(
            "oidc-name-claim",
            "OIDC_NAME_CLAIM",
            text("CLAIM"),
            null,
            "Claim with the principal's name. Default: preferred_username, sub or, without"
                    + " either, client_id or azp."),
    OIDC_TENANT_CLAIM(
            "oidc-tenant-claim",
            "OIDC_TENANT_CLAIM",
            text("CLAIM"),
            null,
            "Claim with the tenant. Without it, all principals belong to the default tenant."),
    OIDC_ROLES_CLAIM(
            "oidc-roles-claim",
            "OIDC_ROLES_CLAIM",
            text("CLAIM"),
            null,
            "Claim with groups or roles, such as realm_access.roles."),
    OIDC_ROLE_MAP(
            "oidc-role-map",
            "OIDC_ROLE_MAP",
            text("PAIRS"),
            null,
            "Roles of those groups, comma-separated: lock-users=user,lock-admins=admin."),
    OIDC_DEFAULT_ROLE(
            "oidc-default-role",
            "OIDC_DEFAULT_ROLE",
            text("ROLE"),
            null,
            "Role of principals without a mapped group: none, reader, user, lock-breaker, admin"
                    + " or operator. Default: user without --oidc-roles-claim, none with it."),
    OIDC_CA(
            "oidc-ca",
            "OIDC_CA",
            text("FILE"),
            null,
            "PEM CA certificates to trust for the issuer, instead of the JDK's."),
    OIDC_ALLOW_PRIVATE(
            "oidc-allow-private",
            "OIDC_ALLOW_PRIVATE",
            new SettingFormat.Switch(),
            "false",
            "Allow an issuer at a private address, and plain http there.");

    private final Spec spec;

    OidcSetting(
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
