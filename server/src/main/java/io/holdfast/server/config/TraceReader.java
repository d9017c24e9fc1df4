package io.holdfast.server.config;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the settings of traces. */
final class TraceReader {

    private static final String PATH = "/v1/traces";

    private final Values values;

    TraceReader(Values values) {
        this.values = values;
    }

    /** Returns null if nothing is traced. */
    ServerConfig.@Nullable Traces traces() throws ConfigException {
        String endpoint = values.text(TraceSetting.OTLP_ENDPOINT);
        if (endpoint == null) {
            return null;
        }
        return new ServerConfig.Traces(
                url(endpoint),
                headers(),
                values.count(TraceSetting.TRACE_PERCENT) / 100.0,
                values.on(TraceSetting.TRACE_KEYS),
                String.valueOf(values.text(TraceSetting.TRACE_SERVICE)));
    }

    private static String url(String endpoint) throws ConfigException {
        try {
            URI uri = URI.create(endpoint);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http && uri.getHost() != null) {
                String base = endpoint.endsWith("/")
                        ? endpoint.substring(0, endpoint.length() - 1)
                        : endpoint;
                return base.endsWith(PATH) ? base : base + PATH;
            }
        } catch (IllegalArgumentException e) {
            // The message below says what is expected.
        }
        throw wrong("--otlp-endpoint is \"" + endpoint
                + "\"; expected a URL such as http://127.0.0.1:4318.");
    }

    /** Values may be percent-encoded, as OpenTelemetry defines it. The message names no value. */
    private Map<String, String> headers() throws ConfigException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String pair : values.items(TraceSetting.OTLP_HEADERS)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw wrong("--otlp-headers has an invalid entry; expected NAME=VALUE,NAME=VALUE.");
            }
            String value = pair.substring(equals + 1).replace("+", "%2B");
            headers.put(
                    pair.substring(0, equals).strip(),
                    URLDecoder.decode(value, StandardCharsets.UTF_8).strip());
        }
        return headers;
    }

    private static ConfigException wrong(String what) {
        return new ConfigException(ConfigException.CONFIGURATION, what);
    }
}
