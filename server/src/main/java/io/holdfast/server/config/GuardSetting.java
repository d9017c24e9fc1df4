package io.holdfast.server.config;

import static io.holdfast.server.config.Form.text;

import org.jspecify.annotations.Nullable;

/** What stands between the server and whoever means it harm, and what is written of them. */
enum GuardSetting implements Setting {
    TLS_1_2(
            "tls-1-2",
            "TLS_1_2",
            new Form.Switch(),
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
            new Form.Choice("want", "need"),
            "want",
            "Whether a client without a certificate may try another way in (want) or not (need)."),
    TLS_CLIENT_ROLES(
            "tls-client-roles",
            "TLS_CLIENT_ROLES",
            text("NAMES"),
            "*=user",
            "What clients' certificates may do, as NAME=ROLE or NAME=ROLE@TENANT, with commas;"
                    + " *.DOMAIN and * stand for any name."),
    AUDIT_LOG(
            "audit-log",
            "AUDIT_LOG",
            text("FILE"),
            "-",
            "File of the audit log, one JSON object a line; - is standard error."),
    AUDIT_LEVEL(
            "audit-level",
            "AUDIT_LEVEL",
            new Form.Choice("admin", "all"),
            null,
            "Whether the audit log has admin actions and failed authentications alone, or all that"
                    + " is done; all where --audit-log names a file, otherwise admin.");

    private final Spec spec;

    GuardSetting(
            String flag, String environment, Form form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
