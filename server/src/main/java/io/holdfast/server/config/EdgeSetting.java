package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.count;
import static io.holdfast.server.config.SettingFormat.port;
import static io.holdfast.server.config.SettingFormat.seconds;
import static io.holdfast.server.config.SettingFormat.text;

import org.jspecify.annotations.Nullable;

/** Listen addresses, connection limits, timeouts and the event buffer. */
enum EdgeSetting implements Setting {
    HOST("host", "HOST", true, text("ADDR"), "127.0.0.1", "Address that the listeners bind to."),
    HTTP_HOST(
            "http-host",
            "HTTP_HOST",
            true,
            text("ADDR"),
            null,
            "Listen address of HTTP, if different from --host."),
    HTTP_PORT(
            "http-port",
            "HTTP_PORT",
            true,
            port(),
            "6389",
            "HTTP port; 0 picks a free port and prints it."),
    PORT(
            "port",
            "PORT",
            true,
            port(),
            "6388",
            "Line protocol port; 0 picks a free port and prints it."),
    CONFIG("config", "CONFIG", text("FILE"), null, "YAML settings file; its keys are flag names."),
    HTTP_MAX_CONNECTIONS_PER_IP(
            "http-max-connections-per-ip",
            "HTTP_MAX_CONNECTIONS_PER_IP",
            true,
            count(1_000_000),
            null,
            "Maximum HTTP connections per address; 0 means no limit per address. Default: as many"
                    + " as fit in a sixteenth of --max-in-flight-bytes."),
    HTTP_RATE_LIMIT_PER_IP(
            "http-rate-limit-per-ip",
            "HTTP_RATE_LIMIT_PER_IP",
            true,
            count(1_000_000),
            "0",
            "HTTP requests per second and address; 0 means no limit."),
    HTTP_RATE_LIMIT_BURST(
            "http-rate-limit-burst",
            "HTTP_RATE_LIMIT_BURST",
            true,
            count(1_000_000),
            "0",
            "Maximum burst of HTTP requests per address; 0 means --http-rate-limit-per-ip."),
    HTTP_CORS_ALLOWED_ORIGINS(
            "http-cors-allowed-origins",
            "HTTP_CORS_ALLOWED_ORIGINS",
            true,
            text("ORIGINS"),
            null,
            "Comma-separated origins that browsers may call from; * means any."),
    MAX_CONNECTIONS(
            "max-connections",
            "MAX_CONNECTIONS",
            true,
            count(1_000_000),
            "0",
            "Maximum line protocol connections; 0 means as many as file descriptors allow."),
    MAX_CONNECTIONS_PER_IP(
            "max-connections-per-ip",
            "MAX_CONNECTIONS_PER_IP",
            true,
            count(1_000_000),
            null,
            "Maximum line protocol connections per address; 0 means no limit per address."
                    + " Default: as many as fit in a sixteenth of --max-in-flight-bytes."),
    READ_TIMEOUT(
            "read-timeout",
            "READ_TIMEOUT_S",
            true,
            seconds(1),
            "23",
            "Read timeout in seconds, for an HTTP body or a line of the line protocol."),
    WRITE_TIMEOUT(
            "write-timeout",
            "WRITE_TIMEOUT_S",
            true,
            seconds(0),
            "5",
            "Write timeout in seconds; 0 means no limit."),
    SHUTDOWN_TIMEOUT(
            "shutdown-timeout",
            "SHUTDOWN_TIMEOUT_S",
            true,
            seconds(0),
            "30",
            "Shutdown timeout in seconds, for open requests and connections; 0 means 30 for HTTP"
                    + " and no limit for the line protocol."),
    EVENT_BUFFER(
            "event-buffer",
            "EVENT_BUFFER",
            new SettingFormat.Whole("N", 100, 1_000_000),
            "10000",
            "Number of events that this member keeps for readers of GET /v1/events."),
    DASHBOARD(
            "dashboard",
            "DASHBOARD",
            new SettingFormat.Switch(),
            "true",
            "Serve the dashboard at /."),
    DEBUG("debug", "DEBUG", true, new SettingFormat.Switch(), "false", "Enable debug logging.");

    private final Spec spec;

    /** A setting that dflockd may have too. */
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
