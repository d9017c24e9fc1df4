package io.holdfast.server.entities;

import io.holdfast.core.outcome.Outcome.EntityRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityType;
import io.holdfast.server.edge.Quotas;
import io.holdfast.server.http.ErrorShape.ErrorReply;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.text.JsonValues;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An error of the entities API: a code, a message, and optional parameters. */
record EntityError(int status, String code, String message, Map<String, Object> parameters) {

    static final String INVALID_PARAMETER = "invalid-parameter";
    static final String INVALID_REQUEST = "invalid-request";
    static final String NOT_FOUND = "resource-not-found";
    static final String FORBIDDEN = "forbidden";
    private static final String ENTITY_ID = "entity_id";

    static final EntityError DISABLED = new EntityError(
            501, "not-implemented", "Locking is not enabled on this gateway", Map.of());
    static final EntityError UNROUTED = unrouted((String) null);
    static final EntityError NOT_OWNER =
            new EntityError(403, FORBIDDEN, "Lock is owned by a different client", Map.of());
    static final EntityError NOT_PRIVILEGED = new EntityError(
            403, FORBIDDEN, "Breaking a lock needs the role lock-breaker or admin", Map.of());

    /** Encodes errors of the HTTP layer. This API has no 405: an unserved method is not found. */
    static ErrorReply edge(Problem problem, @Nullable String detail) {
        EntityError error = switch (problem) {
            case NOT_FOUND, METHOD_NOT_ALLOWED -> unrouted(detail);
            case BAD_REQUEST, BODY_TOO_LARGE, PATH_TOO_LONG, HEAD_TOO_LARGE, RATE_LIMITED ->
                plain(problem.status(), INVALID_REQUEST, problem, detail);
            case UNAUTHORIZED -> plain(problem.status(), "unauthorized", problem, detail);
            case FORBIDDEN -> plain(problem.status(), FORBIDDEN, problem, detail);
            case INTERNAL, UNAVAILABLE ->
                plain(problem.status(), "internal-error", problem, detail);
        };
        return new ErrorReply(error.status(), error.json());
    }

    /** No route serves the method and path. */
    static EntityError unrouted(@Nullable String detail) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("status", 404L);
        if (detail != null) {
            parameters.put("details", detail);
        }
        return new EntityError(404, NOT_FOUND, "Resource not found", parameters);
    }

    static EntityError unrouted(Exchange exchange) {
        return unrouted("unknown path " + exchange.rawPath());
    }

    private static EntityError plain(
            int status, String code, Problem problem, @Nullable String detail) {
        String text = problem.code().replace('_', ' ');
        return new EntityError(status, code, detail == null ? text : detail, Map.of());
    }

    static EntityError invalid(String message, String details) {
        return new EntityError(400, INVALID_PARAMETER, message, Map.of("details", details));
    }

    static EntityError badRequest(String message, @Nullable String details) {
        return new EntityError(
                400,
                INVALID_REQUEST,
                message,
                details == null ? Map.of() : Map.of("details", details));
    }

    static EntityError badEntityId(String id) {
        return new EntityError(
                400,
                INVALID_PARAMETER,
                "Invalid entity ID",
                ordered(
                        "details",
                        "1 to 256 letters, digits, underscores or hyphens",
                        ENTITY_ID,
                        id));
    }

    static EntityError noItem(String entity, EntityCollection collection, String item) {
        return new EntityError(
                404,
                NOT_FOUND,
                "Resource not found",
                ordered("collection", collection.text(), ENTITY_ID, entity, "item_id", item));
    }

    static EntityError noLock(String entity, String lock) {
        return new EntityError(
                404, NOT_FOUND, "Lock not found", ordered("lock_id", lock, ENTITY_ID, entity));
    }

    static EntityError tooLong(boolean acquire, long seconds, long max) {
        String message = acquire
                ? "Expiration exceeds maximum allowed (" + max + "s)"
                : "Extension duration " + seconds + "s exceeds maximum " + max + "s";
        return new EntityError(400, INVALID_PARAMETER, message, Map.of());
    }

    static EntityError held(boolean breakable, long lock) {
        return new EntityError(
                409,
                INVALID_REQUEST,
                breakable ? "Entity is already locked" : "Existing lock is not breakable",
                Map.of("existing_lock_id", LockJson.id(lock)));
    }

    /** Returns an error if the entity is unknown or has another type; otherwise null. */
    static @Nullable EntityError ofEntity(EntityType type, String id, @Nullable EntityType actual) {
        if (actual == type) {
            return null;
        }
        return actual == null ? unknownEntity(id) : otherType(type, id, actual.title());
    }

    static EntityError unknownEntity(String id) {
        return new EntityError(404, "entity-not-found", "Entity not found", Map.of(ENTITY_ID, id));
    }

    static EntityError otherType(EntityType type, String id, String actual) {
        return new EntityError(
                400,
                INVALID_PARAMETER,
                "Invalid entity type for route: expected " + type.title() + ", got " + actual,
                ordered(ENTITY_ID, id, "expected_type", type.title(), "actual_type", actual));
    }

    /** Returns the error for a refused write. */
    static EntityError ofWrite(
            EntityType type, String id, EntityCollection collection, EntityRefused refused) {
        return switch (refused.reason()) {
            case LOCK_REQUIRED ->
                new EntityError(
                        409,
                        INVALID_REQUEST,
                        "A lock is required for " + collection.text() + " on this entity",
                        ordered(
                                "collection",
                                collection.text(),
                                ENTITY_ID,
                                id,
                                "details",
                                "A lock must be held to modify this resource collection"));
            case LOCKED ->
                new EntityError(
                        409,
                        "lock-broken",
                        "Entity '" + refused.text() + "' is locked by another client",
                        ordered(
                                "collection",
                                collection.text(),
                                ENTITY_ID,
                                id,
                                "lock_id",
                                LockJson.id(refused.number())));
            case NO_ENTITY -> unknownEntity(id);
            case OTHER_TYPE -> otherType(type, id, String.valueOf(refused.text()));
            case NO_ITEM, NO_LOCK -> UNROUTED;
            case DISABLED -> DISABLED;
            case NOT_OWNER -> NOT_OWNER;
            case HELD, NOT_BREAKABLE, TOO_LONG, EXISTS, NO_PARENT, OF_MANIFEST ->
                throw new IllegalStateException("write has an unexpected refusal");
        };
    }

    /** Returns the error for a refusal that all APIs share. */
    static EntityError of(Refusal reason) {
        return switch (reason) {
            case KEYS_MAX, DATA_MAX ->
                new EntityError(
                        507,
                        "insufficient-storage",
                        reason == Refusal.KEYS_MAX
                                ? "There are as many entities or items as there may be"
                                : "The value is too large, or all values take as much room as they"
                                        + " may",
                        Map.of());
            case STATE_FULL ->
                new EntityError(507, "insufficient-storage", Quotas.stateFull(), Map.of());
            case TENANT_KEYS, TENANT_LEASES, TENANT_WAITERS, TENANT_SESSIONS, TENANT_BYTES ->
                new EntityError(
                        503,
                        "quota-exceeded",
                        Quotas.text(reason),
                        Map.of("quota", Quotas.name(reason)));
            case REQUEST_MISMATCH ->
                badRequest("The Idempotency-Key was used with another body", "choose a new key");
            case DRAINING, ABANDONED -> later("The server is stopping; retry soon");
            case STORAGE_FAILED -> later("The server can keep nothing any more and is stopping");
            case NO_LEADER -> later("The cluster has no leader now; retry soon");
            case UPGRADING -> later("Not every member runs a release that knows this; retry later");
            case REMOVED -> later("This node was removed from the cluster; ask another one");
            case OVERLOADED -> later("The server is overloaded; retry soon");
            case SESSION_GONE,
                    NOT_HELD,
                    LIMIT_MISMATCH,
                    ALREADY_ENQUEUED,
                    NOT_ENQUEUED,
                    LEASE_EXPIRED,
                    WAITERS_MAX,
                    SESSIONS_MAX,
                    SESSIONS_PER_ADDRESS_MAX,
                    NO_POOL,
                    POOLS_MAX,
                    LEASES_MAX -> later("Not possible now; retry soon");
        };
    }

    static EntityError later(String message) {
        return new EntityError(503, "internal-error", message, Map.of());
    }

    private static Map<String, Object> ordered(String... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    EntityError withStatus(int newStatus) {
        return new EntityError(newStatus, code, message, parameters);
    }

    byte[] json() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("error_code", code);
        body.put("message", message);
        if (!parameters.isEmpty()) {
            body.put("parameters", parameters);
        }
        return JsonValues.bytes(body);
    }

    void reply(Exchange exchange) {
        if (status == 503 || status == 507) {
            exchange.header("Retry-After", "1");
        }
        exchange.reply(status, json());
    }

    /** Returns an error if a read of items found no such entity; otherwise null. */
    static @Nullable EntityError ofItems(EntityType type, String id, EntityAnswer.Items items) {
        return items.known() ? null : ofEntity(type, id, items.actual());
    }
}
