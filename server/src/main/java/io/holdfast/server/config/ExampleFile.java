package io.holdfast.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes the example of a settings file: every setting with its description, its default and its
 * environment variable. All settings are commented out, so that the file changes nothing.
 */
public final class ExampleFile {

    private static final int COLUMNS_MAX = 100;

    /** Values of settings that have no default of their own. */
    private static final Map<Setting, String> EXAMPLES = Map.ofEntries(
            Map.entry(EdgeSetting.HTTP_HOST, "127.0.0.1"),
            Map.entry(EdgeSetting.HTTP_MAX_CONNECTIONS_PER_IP, "4096"),
            Map.entry(EdgeSetting.HTTP_CORS_ALLOWED_ORIGINS, "https://locks.example.org"),
            Map.entry(EdgeSetting.MAX_CONNECTIONS_PER_IP, "4096"),
            Map.entry(AuthSetting.AUTH_TOKEN, "replace-this-token"),
            Map.entry(AuthSetting.AUTH_TOKEN_FILE, "/etc/holdfast/auth-token"),
            Map.entry(AuthSetting.TOKENS_FILE, "/etc/holdfast/tokens.json"),
            Map.entry(AuthSetting.TLS_CERT, "/etc/holdfast/tls/server.pem"),
            Map.entry(AuthSetting.TLS_KEY, "/etc/holdfast/tls/server-key.pem"),
            Map.entry(AuthSetting.ALLOWED_HOSTS, "locks.example.org"),
            Map.entry(AuthSetting.TRUSTED_PROXIES, "10.0.0.0/8"),
            Map.entry(OidcSetting.OIDC_ISSUER, "https://login.example.org/realms/locks"),
            Map.entry(OidcSetting.OIDC_AUDIENCE, "holdfast"),
            Map.entry(OidcSetting.OIDC_JWKS_URL, "https://login.example.org/realms/locks/certs"),
            Map.entry(OidcSetting.OIDC_NAME_CLAIM, "preferred_username"),
            Map.entry(OidcSetting.OIDC_TENANT_CLAIM, "tenant"),
            Map.entry(OidcSetting.OIDC_ROLES_CLAIM, "realm_access.roles"),
            Map.entry(OidcSetting.OIDC_ROLE_MAP, "lock-users=user,lock-admins=admin"),
            Map.entry(OidcSetting.OIDC_DEFAULT_ROLE, "none"),
            Map.entry(OidcSetting.OIDC_CA, "/etc/holdfast/tls/issuer-ca.pem"),
            Map.entry(ProxySetting.PROXY_AUTH_HEADER, "X-Remote-User"),
            Map.entry(ProxySetting.PROXY_AUTH_FROM, "10.0.0.1"),
            Map.entry(ProxySetting.PROXY_AUTH_TENANT_HEADER, "X-Remote-Tenant"),
            Map.entry(ProxySetting.PROXY_AUTH_ROLES_HEADER, "X-Remote-Groups"),
            Map.entry(ProxySetting.PROXY_AUTH_ROLE_MAP, "staff=user,operators=admin"),
            Map.entry(ProxySetting.PROXY_AUTH_DEFAULT_ROLE, "none"),
            Map.entry(GuardSetting.TLS_CLIENT_CA, "/etc/holdfast/tls/ca.pem"),
            Map.entry(GuardSetting.MAX_IN_FLIGHT_BYTES, "536870912"),
            Map.entry(GuardSetting.MAX_IN_FLIGHT_BYTES_PER_IP, "33554432"),
            Map.entry(GuardSetting.AUDIT_LEVEL, "all"),
            Map.entry(LogSetting.DATA_DIR, "/var/lib/holdfast"),
            Map.entry(ClusterSetting.NODE, "n1"),
            Map.entry(ClusterSetting.PEERS, "n1=10.0.0.1:6390,n2=10.0.0.2:6390,n3=10.0.0.3:6390"),
            Map.entry(ClusterSetting.PEER_HOST, "10.0.0.1"),
            Map.entry(ClusterSetting.PEER_TLS_CERT, "/etc/holdfast/tls/n1.pem"),
            Map.entry(ClusterSetting.PEER_TLS_KEY, "/etc/holdfast/tls/n1-key.pem"),
            Map.entry(ClusterSetting.PEER_TLS_CA, "/etc/holdfast/tls/ca.pem"),
            Map.entry(ContractSetting.ENTITIES_PARAMS, "/etc/holdfast/entities-params.yaml"),
            Map.entry(ContractSetting.ENTITIES_MANIFEST, "/etc/holdfast/entities.yaml"),
            Map.entry(TenantSetting.FILE, "/etc/holdfast/tenants.yaml"),
            Map.entry(TraceSetting.OTLP_ENDPOINT, "http://127.0.0.1:4318"),
            Map.entry(TraceSetting.OTLP_HEADERS, "Authorization=replace-this-credential"));

    private ExampleFile() {}

    /** Returns the whole file. */
    public static String text() {
        List<String> lines = new ArrayList<>();
        lines.add("# Settings of Holdfast, for: holdfast serve --config FILE");
        lines.add("#");
        lines.add("# Each setting is shown with its default or, if it has none, with an example.");
        lines.add("# Remove the leading \"#\" to set it. Flags (--NAME) and environment variables");
        lines.add("# override this file. Settings in seconds also take 30s, 5m or 1h.");
        Class<?> group = null;
        for (Setting setting : Setting.all()) {
            // The file cannot name itself.
            if (setting == EdgeSetting.CONFIG) {
                continue;
            }
            if (setting.getClass() != group) {
                group = setting.getClass();
                lines.add("");
                lines.add("# == " + title(setting));
            }
            lines.add("");
            describe(setting, lines);
            lines.add("#" + setting.flagName() + ": " + yaml(value(setting)));
        }
        return String.join("\n", lines) + "\n";
    }

    /** Returns the heading of a group of settings. */
    static String title(Setting setting) {
        return switch (setting) {
            case EdgeSetting _ -> "Listen addresses, connections and timeouts";
            case AuthSetting _ -> "Authentication and TLS";
            case OidcSetting _ -> "Access tokens of an OpenID Connect issuer";
            case ProxySetting _ -> "Authentication by a reverse proxy";
            case GuardSetting _ -> "Client certificates, limits and the audit log";
            case LogSetting _ -> "Storage";
            case ClusterSetting _ -> "Cluster";
            case LocksSetting _ -> "Sessions, locks and semaphores";
            case ContractSetting _ -> "Pools, claims, entities and nodes";
            case TenantSetting _ -> "Quotas per tenant";
            case TraceSetting _ -> "Traces of requests";
        };
    }

    private static void describe(Setting setting, List<String> lines) {
        String fallback = setting.fallback();
        String text = setting.help();
        if (fallback != null) {
            text += " Default: " + fallback + ".";
        }
        text += " Environment: " + setting.environmentNames().getFirst() + ".";
        StringBuilder line = new StringBuilder("#");
        for (String word : text.split(" ")) {
            if (line.length() + 1 + word.length() > COLUMNS_MAX) {
                lines.add(line.toString());
                line = new StringBuilder("#");
            }
            line.append(' ').append(word);
        }
        lines.add(line.toString());
    }

    private static String value(Setting setting) {
        String example = EXAMPLES.get(setting);
        String value = example != null ? example : setting.fallback();
        if (value == null) {
            throw new IllegalStateException("no example of --" + setting.flagName());
        }
        return value;
    }

    /** Returns the value as YAML, in quotes if it begins like something else than a text. */
    private static String yaml(String value) {
        return value.matches("[A-Za-z0-9/].*") ? value : '"' + value + '"';
    }
}
