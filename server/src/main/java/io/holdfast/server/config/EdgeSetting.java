package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.count;
import static io.holdfast.server.config.SettingFormat.port;
import static io.holdfast.server.config.SettingFormat.seconds;
import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** Where the server listens, and what it takes from whoever connects. */
enum EdgeSetting implements Setting {
    HOST("host", "HOST", true, text("ADDR"), "127.0.0.1", "Address that the listeners bind to."),
    HTTP_HOST(
            "http-host",
            "HTTP_HOST",
            true,
            text("ADDR"),
            null,
            "Address of the HTTP listener, where it differs from --host."),
    HTTP_PORT(
            "http-port",
            "HTTP_PORT",
            true,
            port(),
            "6389",
            "Port of the HTTP listener; 0 picks a free one and prints it."),
    PORT(
            "port",
            "PORT",
            true,
            port(),
            "6388",
            "Port of the line protocol; 0 picks a free one and prints it."),
    CONFIG("config", "CONFIG", text("FILE"), null, "YAML file with these names as its keys."),
    HTTP_MAX_CONNECTIONS_PER_IP(
            "http-max-connections-per-ip",
            "HTTP_MAX_CONNECTIONS_PER_IP",
            true,
            count(1_000_000),
            null,
            "HTTP connections for each address; by default what a sixteenth of"
                    + " --max-in-flight-bytes takes; 0 means no limit of its own."),
    HTTP_RATE_LIMIT_PER_IP(
            "http-rate-limit-per-ip",
            "HTTP_RATE_LIMIT_PER_IP",
            true,
            count(1_000_000),
            "0",
            "Requests a second for each address; 0 means no limit."),
    HTTP_RATE_LIMIT_BURST(
            "http-rate-limit-burst",
            "HTTP_RATE_LIMIT_BURST",
            true,
            count(1_000_000),
            "0",
            "Requests that may come at once; 0 means as many as a second allows."),
    HTTP_CORS_ALLOWED_ORIGINS(
            "http-cors-allowed-origins",
            "HTTP_CORS_ALLOWED_ORIGINS",
            true,
            text("ORIGINS"),
            null,
            "Origins, with commas, that browsers may call from; * means any."),
    MAX_CONNECTIONS(
            "max-connections",
            "MAX_CONNECTIONS",
            true,
            count(1_000_000),
            "0",
            "Connections of the line protocol; 0 means as many as open files allow."),
    MAX_CONNECTIONS_PER_IP(
            "max-connections-per-ip",
            "MAX_CONNECTIONS_PER_IP",
            true,
            count(1_000_000),
            null,
            "Connections of the line protocol for each address; by default what a sixteenth of"
                    + " --max-in-flight-bytes takes; 0 means no limit of its own."),
    READ_TIMEOUT(
            "read-timeout",
            "READ_TIMEOUT_S",
            true,
            seconds(1),
            "23",
            "Seconds that a request's body, or a line of the line protocol, may take to arrive."),
    WRITE_TIMEOUT(
            "write-timeout",
            "WRITE_TIMEOUT_S",
            true,
            seconds(0),
            "5",
            "Seconds that a reply may take to be taken; 0 means no limit."),
    SHUTDOWN_TIMEOUT(
            "shutdown-timeout",
            "SHUTDOWN_TIMEOUT_S",
            true,
            seconds(0),
            "30",
            "Seconds that a stop waits for requests and connections; 0 means 30 for HTTP and"
                    + " no end for the line protocol."),
    DEBUG("debug", "DEBUG", true, new SettingFormat.Switch(), "false", "Log more.");

    private final Spec spec;

    /** A setting that the original server may have too. */
    EdgeSetting(
            String flag,
            String environment,
            boolean original,
            SettingFormat form,
            @Nullable String fallback,
            String help) {
        this.spec = new Spec(flag, environment, original, form, fallback, help);
    }

    EdgeSetting(
            String flag, String environment, SettingFormat form, @Nullable String fallback, String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
    }

    @Override
    public Spec spec() {
        return spec;
    }
}
