package io.holdfast.server.config;

import static io.holdfast.server.config.SettingFormat.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Traces of requests. OpenTelemetry's own names of environment variables work too. */
enum TraceSetting implements Setting {
    OTLP_ENDPOINT(
            "otlp-endpoint",
            "OTLP_ENDPOINT",
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            text("URL"),
            null,
            "Send traces over OTLP/HTTP to this URL, to which /v1/traces is appended. Without it,"
                    + " nothing is traced."),
    OTLP_HEADERS(
            "otlp-headers",
            "OTLP_HEADERS",
            "OTEL_EXPORTER_OTLP_HEADERS",
            text("NAME=VALUE"),
            null,
            "Headers for the receiver of traces, comma-separated. Prefer the environment variable"
                    + " or the file for credentials, because all users can read flags."),
    TRACE_PERCENT(
            "trace-percent",
            "TRACE_PERCENT",
            null,
            new SettingFormat.Whole("N", 0, 100),
            "100",
            "Percentage of traced requests; the choice of a traceparent header has precedence."),
    TRACE_KEYS(
            "trace-keys",
            "TRACE_KEYS",
            null,
            new SettingFormat.Switch(),
            "false",
            "Write keys of locks and other resources into spans."),
    TRACE_SERVICE(
            "trace-service",
            "TRACE_SERVICE",
            "OTEL_SERVICE_NAME",
            text("NAME"),
            "holdfast",
            "Name of this service in traces.");

    private final Spec spec;
    private final @Nullable String standardName;

    TraceSetting(
            String flag,
            String environment,
            @Nullable String standardName,
            SettingFormat form,
            @Nullable String fallback,
            String help) {
        this.spec = new Spec(flag, environment, false, form, fallback, help);
        this.standardName = standardName;
    }

    @Override
    public Spec spec() {
        return spec;
    }

    @Override
    public List<String> environmentNames() {
        List<String> names = new ArrayList<>(Setting.super.environmentNames());
        if (standardName != null) {
            names.add(standardName);
        }
        return names;
    }

    @Override
    public boolean secret() {
        return this == OTLP_HEADERS;
    }
}
