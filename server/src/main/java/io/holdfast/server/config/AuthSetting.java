package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** Authentication. */
enum AuthSetting implements Setting {
    AUTH_TOKEN(
            "auth-token",
            "AUTH_TOKEN",
            true,
            text("TOKEN"),
            null,
            "Bearer token that every client must present. Visible in process lists: prefer"
                    + " --auth-token-file."),
    AUTH_TOKEN_FILE(
            "auth-token-file",
            "AUTH_TOKEN_FILE",
            true,
            text("FILE"),
            null,
            "File with the token of --auth-token, on one line."),
    TOKENS_FILE(
            "tokens-file",
            "TOKENS_FILE",
            text("FILE"),
            null,
            "File of personal and agent tokens, managed by \"holdfast token\" and reloaded when"
                    + " it changes."),
    TLS_CERT(
            "tls-cert",
            "TLS_CERT",
            true,
            text("FILE"),
            null,
            "PEM certificate chain, for HTTPS and the line protocol."),
    TLS_KEY("tls-key", "TLS_KEY", true, text("FILE"), null, "PEM private key of --tls-cert."),
    ALLOWED_HOSTS(
            "allowed-hosts",
            "ALLOWED_HOSTS",
            text("NAMES"),
            null,
            "Comma-separated names to accept in the Host header if no authentication is"
                    + " configured, besides loopback and the bound address."),
    TRUSTED_PROXIES(
            "trusted-proxies",
            "TRUSTED_PROXIES",
            text("NETWORKS"),
            null,
            "Comma-separated addresses or networks of proxies whose Forwarded, or"
                    + " X-Forwarded-Proto and X-Forwarded-Host, headers are trusted."),
    INSECURE(
            "insecure",
            "INSECURE",
            new SettingFormat.Switch(),
            "false",
            "Listen beyond loopback even without authentication, and for peers without TLS."),
    METRICS_PUBLIC(
            "metrics-public",
            "METRICS_PUBLIC",
            new SettingFormat.Switch(),
            "false",
            "Serve /metrics without authentication.");

    private final Spec spec;

    /** A setting that dflockd may have too. */
    AuthSetting(
            String flag,
            String environment,
            boolean original,
            SettingFormat form,
            @Nullable String fallback,
            String help) {
        this.spec = new Spec(flag, environment, original, form, fallback, help);
    }

    AuthSetting(
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
