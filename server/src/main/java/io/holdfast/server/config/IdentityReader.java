package io.holdfast.server.config;

import io.holdfast.server.auth.Role;
import io.holdfast.server.auth.RoleMap;
import io.holdfast.server.auth.oidc.ClaimPath;
import io.holdfast.server.auth.oidc.OidcOptions;
import io.holdfast.server.auth.proxy.ProxyOptions;
import io.holdfast.server.net.Networks;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the external authentication: a token issuer, a reverse proxy. Incomplete settings are
 * errors, because a missing part must not become a missing check.
 */
final class IdentityReader {

    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    /** Headers that any client may send, so they prove nothing. */
    private static final Set<String> COMMON = Set.of(
            "authorization",
            "cookie",
            "host",
            "connection",
            "content-length",
            "content-type",
            "transfer-encoding",
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-proto");

    private final Values values;

    IdentityReader(Values values) {
        this.values = values;
    }

    @Nullable
    OidcOptions oidc() throws ConfigException {
        String issuer = values.text(OidcSetting.OIDC_ISSUER);
        if (issuer == null) {
            needs(OidcSetting.OIDC_ISSUER, OidcSetting.values());
            return null;
        }
        Set<String> audiences = new LinkedHashSet<>(values.items(OidcSetting.OIDC_AUDIENCE));
        if (audiences.isEmpty()) {
            throw wrong("--oidc-issuer is given without --oidc-audience: tokens that the issuer"
                    + " issued for other services would be valid. Give --oidc-audience.");
        }
        boolean allowPrivate = values.on(OidcSetting.OIDC_ALLOW_PRIVATE);
        checkUrl(OidcSetting.OIDC_ISSUER, issuer, allowPrivate);
        String keys = values.text(OidcSetting.OIDC_JWKS_URL);
        if (keys != null) {
            checkUrl(OidcSetting.OIDC_JWKS_URL, keys, allowPrivate);
        }
        return new OidcOptions(
                issuer,
                audiences,
                keys == null ? null : URI.create(keys),
                claim(OidcSetting.OIDC_NAME_CLAIM),
                claim(OidcSetting.OIDC_TENANT_CLAIM),
                claim(OidcSetting.OIDC_ROLES_CLAIM),
                roles(
                        OidcSetting.OIDC_ROLES_CLAIM,
                        OidcSetting.OIDC_ROLE_MAP,
                        OidcSetting.OIDC_DEFAULT_ROLE),
                certificates(),
                allowPrivate);
    }

    @Nullable
    ProxyOptions proxy() throws ConfigException {
        String header = header(ProxySetting.PROXY_AUTH_HEADER);
        if (header == null) {
            needs(ProxySetting.PROXY_AUTH_HEADER, ProxySetting.values());
            return null;
        }
        Networks from = networks(values, ProxySetting.PROXY_AUTH_FROM);
        if (from.isEmpty()) {
            throw wrong("--proxy-auth-header is given without --proxy-auth-from: any client could"
                    + " send it. Give the addresses of your proxies with --proxy-auth-from.");
        }
        return new ProxyOptions(
                header,
                from,
                header(ProxySetting.PROXY_AUTH_TENANT_HEADER),
                header(ProxySetting.PROXY_AUTH_ROLES_HEADER),
                roles(
                        ProxySetting.PROXY_AUTH_ROLES_HEADER,
                        ProxySetting.PROXY_AUTH_ROLE_MAP,
                        ProxySetting.PROXY_AUTH_DEFAULT_ROLE));
    }

    /** Parses comma-separated addresses and networks. */
    static Networks networks(Values values, Setting setting) throws ConfigException {
        try {
            return Networks.parse(values.items(setting));
        } catch (IllegalArgumentException e) {
            throw wrong("--" + setting.flagName() + " names " + e.getMessage()
                    + ", which is neither an address nor a network such as 10.0.0.0/8.");
        }
    }

    private void needs(Setting first, Setting[] others) throws ConfigException {
        for (Setting other : others) {
            if (values.source(other) != Values.Source.DEFAULT) {
                throw wrong("--" + other.flagName() + " is given without --" + first.flagName()
                        + " and has no effect alone. Give both or neither.");
            }
        }
    }

    private static void checkUrl(Setting setting, String text, boolean allowPrivate)
            throws ConfigException {
        try {
            OidcOptions.check(URI.create(text), allowPrivate);
        } catch (IllegalArgumentException e) {
            throw wrong("--" + setting.flagName() + " is \"" + text + "\", which is invalid: "
                    + e.getMessage() + ".");
        }
    }

    private @Nullable ClaimPath claim(Setting setting) {
        String text = values.text(setting);
        return text == null ? null : new ClaimPath(text.strip());
    }

    private @Nullable String header(Setting setting) throws ConfigException {
        String name = values.text(setting);
        if (name == null) {
            return null;
        }
        if (!HEADER.matcher(name).matches() || COMMON.contains(name.toLowerCase(Locale.ROOT))) {
            throw wrong("--" + setting.flagName() + " is \"" + name
                    + "\"; expected the name of a header that only the proxy sets, such as"
                    + " X-Remote-User.");
        }
        return name;
    }

    private RoleMap roles(Setting words, Setting map, Setting otherwise) throws ConfigException {
        boolean named = values.text(words) != null;
        if (named != (values.text(map) != null)) {
            throw wrong("--" + words.flagName() + " names the groups and --" + map.flagName()
                    + " maps them to roles; expected both or neither.");
        }
        String role = values.text(otherwise);
        try {
            return RoleMap.parse(
                    values.items(map),
                    role == null ? named ? Set.of() : Set.of(Role.USER) : role(otherwise, role));
        } catch (IllegalArgumentException e) {
            throw wrong("--" + map.flagName() + " has \"" + e.getMessage()
                    + "\"; expected pairs such as operators=admin, each group once, with the roles"
                    + " reader, user, lock-breaker, admin and operator.");
        }
    }

    private static Set<Role> role(Setting setting, String text) throws ConfigException {
        Role role = Role.of(text);
        if (role == null && !text.equals("none")) {
            throw wrong("--" + setting.flagName() + " is \"" + text
                    + "\"; expected none, reader, user, lock-breaker, admin or operator.");
        }
        return role == null ? Set.of() : Set.of(role);
    }

    private @Nullable Path certificates() throws ConfigException {
        String name = values.text(OidcSetting.OIDC_CA);
        if (name == null) {
            return null;
        }
        Path file = Path.of(name);
        try (InputStream in = Files.newInputStream(file)) {
            if (!CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .isEmpty()) {
                return file;
            }
        } catch (IOException | CertificateException e) {
            throw wrong("--oidc-ca names " + file + ", which cannot be read as PEM certificates: "
                    + e.getMessage() + ".");
        }
        throw wrong("--oidc-ca names " + file + ", which contains no certificate.");
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(ConfigException.CONFIGURATION, what);
    }
}
