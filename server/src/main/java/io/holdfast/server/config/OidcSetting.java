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
            "Accept access tokens of this issuer, exactly as their iss says it."),
    OIDC_AUDIENCE(
            "oidc-audience",
            "OIDC_AUDIENCE",
            text("NAMES"),
            null,
            "Audiences, with commas, of which a token must be meant for one."),
    OIDC_JWKS_URL(
            "oidc-jwks-url",
            "OIDC_JWKS_URL",
            text("URL"),
            null,
            "Where the issuer's keys are, if not where its discovery document says."),
    OIDC_NAME_CLAIM(
            "oidc-name-claim",
            "OIDC_NAME_CLAIM",
            text("CLAIM"),
            null,
            "The claim that names the principal; otherwise preferred_username, sub or,"
                    + " without either, client_id or azp."),
    OIDC_TENANT_CLAIM(
            "oidc-tenant-claim",
            "OIDC_TENANT_CLAIM",
            text("CLAIM"),
            null,
            "The claim that names the tenant; without it all are of the default one."),
    OIDC_ROLES_CLAIM(
            "oidc-roles-claim",
            "OIDC_ROLES_CLAIM",
            text("CLAIM"),
            null,
            "The claim with groups or roles, such as realm_access.roles."),
    OIDC_ROLE_MAP(
            "oidc-role-map",
            "OIDC_ROLE_MAP",
            text("PAIRS"),
            null,
            "What those mean here, with commas: lock-users=user,lock-admins=admin."),
    OIDC_DEFAULT_ROLE(
            "oidc-default-role",
            "OIDC_DEFAULT_ROLE",
            text("ROLE"),
            null,
            "The role of everybody else: none, reader, user, lock-breaker, admin or operator;"
                    + " user without --oidc-roles-claim, none with it."),
    OIDC_CA(
            "oidc-ca",
            "OIDC_CA",
            text("FILE"),
            null,
            "PEM certificates to trust for the issuer, instead of the JDK's."),
    OIDC_ALLOW_PRIVATE(
            "oidc-allow-private",
            "OIDC_ALLOW_PRIVATE",
            new SettingFormat.Switch(),
            "false",
            "The issuer may be at an address of this machine or its network, and http there.");

    private final Spec spec;

    OidcSetting(
            String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
