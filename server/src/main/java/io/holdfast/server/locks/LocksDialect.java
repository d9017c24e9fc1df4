package io.holdfast.server.locks;

import io.holdfast.core.value.KeyKind;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;

import java.util.ArrayList;
import java.util.List;

/** Defines the routes of the locks API. */
public final class LocksDialect {

    /** A body that is too large is a bad request here, as in dflockd. */
    public static final Dialect DIALECT = new Dialect(
            "locks",
            (problem, detail) -> ErrorShape.JSON.render(
                    problem == Problem.BODY_TOO_LARGE ? Problem.BAD_REQUEST : problem, detail),
            Replies::shared);

    private LocksDialect() {}

    /** @param idleNanos the idle timeout of sessions; zero if they never idle out */
    public static List<Route> routes(Requests requests, long idleNanos) {
        Replies replies = new Replies(idleNanos);
        Sessions sessions = new Sessions(requests, replies);
        List<Route> routes = new ArrayList<>();
        routes.add(route(Role.USER, "POST", "/v1/sessions", "createSession", sessions::open));
        routes.add(
                route(Role.USER, "DELETE", "/v1/sessions/{id}", "deleteSession", sessions::close));
        routes.add(route(
                Role.USER, "POST", "/v1/sessions/{id}/detach", "detachSession", sessions::detach));
        routes.add(
                route(Role.USER, "POST", "/v1/sessions/{id}/ping", "pingSession", sessions::ping));
        routes.add(route(Role.READER, "GET", "/v1/stats", "getStats", new StatsHandler(requests)));
        for (Operation operation : Operation.values()) {
            for (KeyKind kind : KeyKind.values()) {
                routes.add(route(
                        Role.USER,
                        "POST",
                        path(kind) + "/{key}" + operation.suffix(),
                        operationId(kind, operation),
                        new LockHandler(requests, sessions, replies, kind, operation)));
            }
        }
        return routes;
    }

    private static Route route(
            Role role, String method, String template, String operationId, Handler handler) {
        return Route.of(method, template, DIALECT, operationId, handler)
                .needs(role)
                .withBodyMaxBytes(LocksBodyReader.BYTES_MAX);
    }

    private static String path(KeyKind kind) {
        return switch (kind) {
            case LOCK -> "/v1/locks";
            case SEMAPHORE -> "/v1/semaphores";
        };
    }

    private static String operationId(KeyKind kind, Operation operation) {
        String verb = switch (operation) {
            case ACQUIRE -> "acquire";
            case RELEASE -> "release";
            case RENEW -> "renew";
            case ENQUEUE -> "enqueue";
            case WAIT -> "wait";
        };
        return verb
                + switch (kind) {
                    case LOCK -> "Lock";
                    case SEMAPHORE -> "Sem";
                };
    }
}
