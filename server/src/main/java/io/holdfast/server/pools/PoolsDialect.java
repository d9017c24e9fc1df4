package io.holdfast.server.pools;

import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Route;

import java.util.List;

/** Defines the routes of the pools API. A caller needs no credential but the pool's UUID. */
public final class PoolsDialect {

    public static final Dialect DIALECT =
            new Dialect("pools", Replies::edge, Replies::shared).opened();

    private PoolsDialect() {}

    public static List<Route> routes(Requests requests, ServerConfig.Pools limits) {
        GuessThrottle throttle = new GuessThrottle(
                limits.unknownPerSecond(), limits.createdPerSecond(), System::nanoTime);
        Pools pools = new Pools(requests, limits, throttle);
        return List.of(
                route("PUT", "/l/{id}", "putPool", pools.route(pools::put)),
                route("GET", "/l/{id}", "getPool", pools.route(pools::get)),
                route("DELETE", "/l/{id}", "deletePool", pools.route(pools::delete)),
                route("POST", "/l/{id}/borrow", "borrowSlot", pools.route(pools::borrow)),
                route("POST", "/l/{id}/return", "returnSlot", pools.route(pools::giveBack)));
    }

    private static Route route(
            String method, String template, String operationId, Handler handler) {
        return Route.of(method, template, DIALECT, operationId, handler)
                .withoutAuthentication()
                .withoutHostGuard()
                .withBodyMaxBytes(PoolsBody.BYTES_MAX);
    }
}
