package io.holdfast.server.ops;

import io.holdfast.server.auth.Role;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Route;
import io.holdfast.server.text.JsonValues;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The routes for operators. */
public final class OpsRoutes {

    private static final byte[] OK = status("ok");
    private static final String RETRY_SECONDS = "1";
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private OpsRoutes() {}

    /**
     * Returns the routes of health, readiness and metrics.
     *
     * @param detail what the server waits for while it is not ready; may be empty
     * @param metricsPublic whether metrics need no authentication
     */
    public static List<Route> of(
            Dialect dialect,
            Supplier<Readiness> readiness,
            Supplier<String> detail,
            Metrics metrics,
            boolean metricsPublic) {
        Route scrape = Route.of(
                        "GET",
                        "/metrics",
                        dialect,
                        "getMetrics",
                        exchange -> scrape(exchange, metrics))
                .needs(Role.OPERATOR);
        return List.of(
                probe("/health", dialect, "getHealth", exchange -> exchange.reply(200, OK)),
                probe(
                        "/ready",
                        dialect,
                        "getReady",
                        exchange -> ready(exchange, readiness.get(), detail)),
                metricsPublic ? scrape.withoutAuthentication() : scrape);
    }

    /**
     * Probes are frequent and come from machines that have no credential and use any host name.
     * They must get neither 429 nor 403.
     */
    private static Route probe(String path, Dialect dialect, String operationId, Handler handler) {
        return Route.of("GET", path, dialect, operationId, handler)
                .withoutAuthentication()
                .withoutRateLimit()
                .withoutHostGuard();
    }

    private static void ready(Exchange exchange, Readiness readiness, Supplier<String> detail) {
        String more = detail.get();
        byte[] body = more.isEmpty()
                ? status(readiness.status())
                : JsonValues.bytes(detailed(readiness.status(), more));
        if (readiness == Readiness.READY) {
            exchange.reply(200, body);
        } else {
            exchange.header("Retry-After", RETRY_SECONDS).reply(503, body);
        }
    }

    private static Map<String, @Nullable Object> detailed(String status, String detail) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("status", status);
        body.put("detail", detail);
        return body;
    }

    /** Rendering hundreds of lines takes too long for an event loop. */
    private static void scrape(Exchange exchange, Metrics metrics) {
        Thread.ofVirtual().name("scrape").start(() -> {
            byte[] text = metrics.render(METRICS_TYPE).getBytes(StandardCharsets.UTF_8);
            exchange.reply(200, METRICS_TYPE, text);
        });
    }

    private static byte[] status(String status) {
        return ("{\"status\":\"" + status + "\"}\n").getBytes(StandardCharsets.UTF_8);
    }
}
