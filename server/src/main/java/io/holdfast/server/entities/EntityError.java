package io.holdfast.server.entities;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityMissing;
import io.holdfast.core.outcome.Outcome.EntityWriteRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityType;
import io.holdfast.server.edge.SharedText;
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

    /** Returns the same error with one more parameter. */
    EntityError with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(parameters);
        more.put(name, value);
        return new EntityError(status, code, message, more);
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

    /** Returns the error for an entity that does not exist, or has another type. */
    static EntityError missing(Target target, EntityMissing missing) {
        String actual = missing.actualType();
        return actual == null
                ? unknownEntity(target.id())
                : otherType(target.type(), target.id(), actual);
    }

    /** Returns the error for a refused write. */
    static EntityError ofWrite(
            String id, EntityCollection collection, String item, EntityWriteRefused refused) {
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
                        "Entity '" + refused.entity() + "' is locked by another client",
                        ordered(
                                "collection",
                                collection.text(),
                                ENTITY_ID,
                                id,
                                "lock_id",
                                LockJson.id(refused.number())));
            case NO_ITEM -> noItem(id, collection, item);
        };
    }

    /** Encodes outcomes that every command may have. */
    static ErrorReply shared(Outcome.Shared outcome, String text) {
        EntityError error = switch (outcome) {
            case Outcome.Unknown _ -> later(text);
            case Outcome.Refused(Refusal reason) -> refused(reason, text);
        };
        return new ErrorReply(error.status(), error.json());
    }

    private static EntityError refused(Refusal reason, String text) {
        return switch (reason) {
            case KEYS_MAX, DATA_MAX, STATE_FULL ->
                new EntityError(507, "insufficient-storage", sentence(text), Map.of());
            case TENANT_KEYS, TENANT_LEASES, TENANT_WAITERS, TENANT_SESSIONS, TENANT_BYTES ->
                new EntityError(
                        503,
                        "quota-exceeded",
                        sentence(text),
                        Map.of("quota", SharedText.quota(reason)));
            case REQUEST_MISMATCH -> badRequest(sentence(text), null);
            case WAITERS_MAX,
                    ABANDONED,
                    DRAINING,
                    STORAGE_FAILED,
                    NO_LEADER,
                    UPGRADING,
                    REMOVED,
                    OVERLOADED -> later(text);
        };
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static EntityError later(String text) {
        return new EntityError(503, "internal-error", sentence(text), Map.of());
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
