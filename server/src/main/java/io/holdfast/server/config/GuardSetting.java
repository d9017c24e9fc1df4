package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.count;
import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** TLS, limits per principal and address, and the audit log. */
enum GuardSetting implements Setting {
    TLS_1_2(
            "tls-1-2",
            "TLS_1_2",
            new SettingFormat.Switch(),
            "false",
            "Accept TLS 1.2 too, for clients without TLS 1.3."),
    TLS_CLIENT_CA(
            "tls-client-ca",
            "TLS_CLIENT_CA",
            text("FILE"),
            null,
            "PEM CA certificates that verify client certificates; enables authentication by"
                    + " certificate."),
    TLS_CLIENT_AUTH(
            "tls-client-auth",
            "TLS_CLIENT_AUTH",
            new SettingFormat.Choice("want", "need"),
            "want",
            "Whether a client certificate is optional (want) or required (need)."),
    TLS_CLIENT_ROLES(
            "tls-client-roles",
            "TLS_CLIENT_ROLES",
            text("NAMES"),
            "*=user",
            "Roles of client certificates, comma-separated, as NAME=ROLE or NAME=ROLE@TENANT;"
                    + " *.DOMAIN and * are wildcards."),
    FORWARDED_HEADER(
            "forwarded-header",
            "FORWARDED_HEADER",
            new SettingFormat.Choice("x-forwarded-for", "forwarded"),
            "x-forwarded-for",
            "Header in which --trusted-proxies report the client's address."),
    RATE_LIMIT_PER_PRINCIPAL(
            "rate-limit-per-principal",
            "RATE_LIMIT_PER_PRINCIPAL",
            count(1_000_000),
            "0",
            "HTTP requests per second and principal; 0 means no limit."),
    RATE_LIMIT_PRINCIPAL_BURST(
            "rate-limit-principal-burst",
            "RATE_LIMIT_PRINCIPAL_BURST",
            count(1_000_000),
            "0",
            "Maximum burst of HTTP requests per principal; 0 means --rate-limit-per-principal."),
    AUTH_FAILURES_PER_IP(
            "auth-failures-per-ip",
            "AUTH_FAILURES_PER_IP",
            count(1_000_000),
            "10",
            "Failed authentications per second and address, with bursts of ten times as many,"
                    + " before the address is blocked for a while; 0 means no limit."),
    HTTP_MAX_CONNECTIONS(
            "http-max-connections",
            "HTTP_MAX_CONNECTIONS",
            count(1_000_000),
            "0",
            "Maximum HTTP connections; 0 means as many as file descriptors allow."),
    MAX_CONNECTIONS_PER_PRINCIPAL(
            "max-connections-per-principal",
            "MAX_CONNECTIONS_PER_PRINCIPAL",
            count(1_000_000),
            "0",
            "Maximum connections per principal, HTTP and line protocol together; 0 means no"
                    + " limit."),
    MAX_UNAUTHENTICATED_CONNECTIONS(
            "max-unauthenticated-connections",
            "MAX_UNAUTHENTICATED_CONNECTIONS",
            count(1_000_000),
            "1000",
            "Maximum line protocol connections that have not authenticated; 0 means no limit."),
    MAX_IN_FLIGHT_BYTES(
            "max-in-flight-bytes",
            "MAX_IN_FLIGHT_BYTES",
            new SettingFormat.Whole("BYTES", 1 << 20, 1L << 40),
            null,
            "Memory budget in bytes of all connections, with their requests and replies. Default:"
                    + " a quarter of the heap, or half of the direct memory if that is less."),
    MAX_IN_FLIGHT_BYTES_PER_IP(
            "max-in-flight-bytes-per-ip",
            "MAX_IN_FLIGHT_BYTES_PER_IP",
            new SettingFormat.Whole("BYTES", 64 << 10, 1L << 40),
            null,
            "Memory budget in bytes of requests and replies per address. Default: a sixteenth of"
                    + " --max-in-flight-bytes."),
    REVOKED_GRANTS(
            "revoked-grants",
            "REVOKED_GRANTS",
            new SettingFormat.Choice("keep", "release"),
            "keep",
            "Whether the grants of a line protocol connection whose credential is revoked or"
                    + " expires are kept until their leases expire, or released immediately."),
    AUDIT_LOG(
            "audit-log",
            "AUDIT_LOG",
            text("FILE"),
            "-",
            "Audit log file, one JSON object per line; - means standard error."),
    AUDIT_LEVEL(
            "audit-level",
            "AUDIT_LEVEL",
            new SettingFormat.Choice("admin", "all"),
            null,
            "Audit only admin actions and failed authentications (admin), or all actions (all)."
                    + " Default: all if --audit-log names a file, else admin.");

    private final Spec spec;

    GuardSetting(
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
