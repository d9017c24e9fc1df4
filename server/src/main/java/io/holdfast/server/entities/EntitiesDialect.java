package io.holdfast.server.entities;

import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Route;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Defines the routes of the entities API. */
public final class EntitiesDialect {

    public static final Dialect DIALECT =
            new Dialect("entities", EntityError::edge, EntityError::shared);

    static final String BASE = "/api/v1";
    static final String CHECK = BASE + "/lock-check";

    private static final List<String> CHECKED_METHODS =
            List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final String MANY = BASE + "/{entities}";
    private static final String ONE = MANY + "/{entity}";
    private static final String LOCKS = ONE + "/locks";
    private static final String LOCK = LOCKS + "/{lock}";
    private static final String COLLECTION = ONE + "/{collection}";
    private static final String ITEM = COLLECTION + "/{path}";

    private EntitiesDialect() {}

    public static List<Route> routes(Requests requests) {
        EntityCalls calls = new EntityCalls(requests);
        Locks locks = new Locks(calls);
        Entities entities = new Entities(calls);
        Store store = new Store(calls);
        Check check = new Check(calls);
        List<Route> routes = new ArrayList<>(List.of(
                route(Role.READER, "GET", BASE, "getEntityApi", entities::root),
                route(Role.READER, "GET", BASE + "/health", "getEntityHealth", entities::health)
                        .withoutAuthentication(),
                route(Role.READER, "GET", BASE + "/faults", "listAllFaults", store::allFaults),
                route(
                        Role.USER,
                        "DELETE",
                        BASE + "/faults",
                        "clearAllFaults",
                        store::clearAllFaults),
                route(Role.READER, "GET", MANY, "listEntities", entities::list),
                route(Role.ADMIN, "POST", MANY, "registerEntity", entities::register),
                route(Role.READER, "GET", ONE, "getEntity", entities::find),
                route(Role.ADMIN, "DELETE", ONE, "removeEntity", entities::remove),
                route(Role.READER, "GET", LOCKS, "listEntityLocks", Locks.of(locks::list)),
                route(Role.USER, "POST", LOCKS, "acquireEntityLock", Locks.of(locks::acquire)),
                route(Role.READER, "GET", LOCK, "getEntityLock", Locks.of(locks::find)),
                route(Role.USER, "PUT", LOCK, "extendEntityLock", Locks.of(locks::extend)),
                route(Role.USER, "DELETE", LOCK, "releaseEntityLock", Locks.of(locks::release))));
        for (String method : List.of("GET", "POST", "DELETE")) {
            routes.add(route(
                    role(method), method, COLLECTION, name(method) + "Collection", store::handle));
        }
        for (String method : List.of("GET", "POST", "PUT", "DELETE")) {
            routes.add(route(role(method), method, ITEM, name(method) + "Item", store::handle));
        }
        for (String method : CHECKED_METHODS) {
            // A proxy may forward the body of the original request. The check does not need it.
            routes.add(route(Role.READER, method, CHECK, name(method) + "LockCheck", check::handle)
                    .withBodyUnread());
            routes.add(route(
                            Role.READER,
                            method,
                            CHECK + "/{path}",
                            name(method) + "LockCheckOf",
                            check::handle)
                    .withBodyUnread());
        }
        return List.copyOf(routes);
    }

    private static String name(String method) {
        return method.toLowerCase(Locale.ROOT);
    }

    private static Role role(String method) {
        return method.equals("GET") ? Role.READER : Role.USER;
    }

    private static Route route(
            Role role, String method, String template, String operationId, Handler handler) {
        return Route.of(method, template, DIALECT, operationId, handler)
                .needs(role)
                .withBodyMaxBytes(
                        template.startsWith(LOCKS) ? Bodies.REST_BYTES_MAX : Bodies.BYTES_MAX)
                .withLenientSlashes();
    }
}
