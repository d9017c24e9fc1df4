package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** Who may come in, and how they are told apart. */
enum AuthSetting implements Setting {
    AUTH_TOKEN(
            "auth-token",
            "AUTH_TOKEN",
            true,
            text("TOKEN"),
            null,
            "Token that every client must bring. Visible in process lists: prefer the file."),
    AUTH_TOKEN_FILE(
            "auth-token-file",
            "AUTH_TOKEN_FILE",
            true,
            text("FILE"),
            null,
            "File with that token, on one line."),
    TOKENS_FILE(
            "tokens-file",
            "TOKENS_FILE",
            text("FILE"),
            null,
            "File of personal and agent tokens, which \"holdfast token\" writes and the server"
                    + " reads again whenever it changes."),
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
            "More names, with commas, that the Host of requests may have"
                    + " where no token guards them."),
    TRUSTED_PROXIES(
            "trusted-proxies",
            "TRUSTED_PROXIES",
            text("NETWORKS"),
            null,
            "Addresses or networks, with commas, whose Forwarded or X-Forwarded-Proto and"
                    + " X-Forwarded-Host are believed."),
    INSECURE(
            "insecure",
            "INSECURE",
            new SettingFormat.Switch(),
            "false",
            "Serve more than loopback although no token is required."),
    METRICS_PUBLIC(
            "metrics-public",
            "METRICS_PUBLIC",
            new SettingFormat.Switch(),
            "false",
            "Serve /metrics without the bearer token.");

    private final Spec spec;

    /** A setting that the original server may have too. */
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
            String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
