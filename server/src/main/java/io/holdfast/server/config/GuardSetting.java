package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.count;
import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** What stands between the server and whoever means it harm, and what is written of them. */
enum GuardSetting implements Setting {
    TLS_1_2(
            "tls-1-2",
            "TLS_1_2",
            new SettingFormat.Switch(),
            "false",
            "Speak TLS 1.2 too, for clients that do not know TLS 1.3."),
    TLS_CLIENT_CA(
            "tls-client-ca",
            "TLS_CLIENT_CA",
            text("FILE"),
            null,
            "PEM certificates by which clients' certificates are judged; makes them an identity."),
    TLS_CLIENT_AUTH(
            "tls-client-auth",
            "TLS_CLIENT_AUTH",
            new SettingFormat.Choice("want", "need"),
            "want",
            "Whether a client without a certificate may try another way in (want) or not (need)."),
    TLS_CLIENT_ROLES(
            "tls-client-roles",
            "TLS_CLIENT_ROLES",
            text("NAMES"),
            "*=user",
            "What clients' certificates may do, as NAME=ROLE or NAME=ROLE@TENANT, with commas;"
                    + " *.DOMAIN and * stand for any name."),
    FORWARDED_HEADER(
            "forwarded-header",
            "FORWARDED_HEADER",
            new SettingFormat.Choice("x-forwarded-for", "forwarded"),
            "x-forwarded-for",
            "Header in which --trusted-proxies say for whom they ask."),
    RATE_LIMIT_PER_PRINCIPAL(
            "rate-limit-per-principal",
            "RATE_LIMIT_PER_PRINCIPAL",
            count(1_000_000),
            "0",
            "HTTP requests a second for each principal; 0 means no limit."),
    RATE_LIMIT_PRINCIPAL_BURST(
            "rate-limit-principal-burst",
            "RATE_LIMIT_PRINCIPAL_BURST",
            count(1_000_000),
            "0",
            "Requests of a principal that may come at once; 0 means as many as a second allows."),
    AUTH_FAILURES_PER_IP(
            "auth-failures-per-ip",
            "AUTH_FAILURES_PER_IP",
            count(1_000_000),
            "10",
            "Wrong credentials a second for each address, and ten times that at once, before it is"
                    + " not listened to for a while; 0 means no limit."),
    HTTP_MAX_CONNECTIONS(
            "http-max-connections",
            "HTTP_MAX_CONNECTIONS",
            count(1_000_000),
            "0",
            "HTTP connections; 0 means as many as open files allow."),
    MAX_CONNECTIONS_PER_PRINCIPAL(
            "max-connections-per-principal",
            "MAX_CONNECTIONS_PER_PRINCIPAL",
            count(1_000_000),
            "0",
            "Connections of both protocols for each principal; 0 means no limit."),
    MAX_UNAUTHENTICATED_CONNECTIONS(
            "max-unauthenticated-connections",
            "MAX_UNAUTHENTICATED_CONNECTIONS",
            count(1_000_000),
            "1000",
            "Connections of the line protocol that have not shown yet who they are;"
                    + " 0 means no limit."),
    MAX_IN_FLIGHT_BYTES(
            "max-in-flight-bytes",
            "MAX_IN_FLIGHT_BYTES",
            new SettingFormat.Whole("BYTES", 1 << 20, 1L << 40),
            null,
            "Memory that all connections hold together, with their requests and replies; by"
                    + " default a quarter of the heap, or half of the direct memory if that is"
                    + " less."),
    MAX_IN_FLIGHT_BYTES_PER_IP(
            "max-in-flight-bytes-per-ip",
            "MAX_IN_FLIGHT_BYTES_PER_IP",
            new SettingFormat.Whole("BYTES", 64 << 10, 1L << 40),
            null,
            "The same for the requests and replies of each address; by default a sixteenth."),
    REVOKED_GRANTS(
            "revoked-grants",
            "REVOKED_GRANTS",
            new SettingFormat.Choice("keep", "release"),
            "keep",
            "What becomes of the grants of a line-protocol connection that is closed because its"
                    + " credential was revoked or has expired: keep until their leases end, or"
                    + " release at once."),
    AUDIT_LOG(
            "audit-log",
            "AUDIT_LOG",
            text("FILE"),
            "-",
            "File of the audit log, one JSON object a line; - is standard error."),
    AUDIT_LEVEL(
            "audit-level",
            "AUDIT_LEVEL",
            new SettingFormat.Choice("admin", "all"),
            null,
            "Whether the audit log has admin actions and failed authentications alone, or all that"
                    + " is done; all where --audit-log names a file, otherwise admin.");

    private final Spec spec;

    GuardSetting(
            String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
