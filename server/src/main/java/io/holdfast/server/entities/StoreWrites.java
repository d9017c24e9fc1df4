package io.holdfast.server.entities;

import com.fasterxml.jackson.core.JsonToken;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.server.edge.Uuids;
import io.holdfast.server.entities.Bodies.Member;
import io.holdfast.server.entities.Store.Request;
import io.holdfast.server.text.JsonValues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handles writes to items. The body is checked before the entity, except for data. */
final class StoreWrites {

    private static final int ENTRIES_MAX = 10_000;
    private static final Set<String> SEVERITIES =
            Set.of("debug", "info", "warning", "error", "fatal");
    private static final EntityError NOT_JSON =
            EntityError.badRequest("Invalid JSON in request body", "expected a JSON object");
    private static final EntityError NO_DATA =
            EntityError.badRequest("Request body must contain a 'data' field", null);

    private final EntityCalls calls;

    StoreWrites(EntityCalls calls) {
        this.calls = calls;
    }

    /** Returns false if the path and method are not served. */
    boolean serve(Request request) {
        String method = request.exchange().method();
        int depth = request.depth();
        return switch (request.collection()) {
            case DATA -> method.equals("PUT") && depth > 0 && putData(request);
            case CONFIGURATIONS ->
                switch (method) {
                    case "PUT" -> depth > 0 && putConfiguration(request);
                    case "DELETE" -> depth > 0 ? delete(request) : clear(request);
                    default -> false;
                };
            case FAULTS ->
                switch (method) {
                    case "POST" -> depth == 0 && report(request);
                    case "DELETE" -> depth > 0 ? delete(request) : clear(request);
                    default -> false;
                };
            case OPERATIONS -> request.isExecutions() && execution(request, method);
            case SCRIPTS ->
                request.isExecutions()
                        ? execution(request, method)
                        : switch (method) {
                            case "POST" -> depth == 0 && create(request);
                            case "DELETE" -> depth == 1 && delete(request);
                            default -> false;
                        };
            case LOGS ->
                method.equals("PUT") && request.key().equals("configuration") && putLogs(request);
            case BULK_DATA ->
                switch (method) {
                    case "POST" -> depth == 1 && upload(request);
                    case "DELETE" -> depth == 2 && delete(request);
                    default -> false;
                };
            case MODES -> method.equals("PUT") && depth == 1 && putWhole(request, false);
            case CYCLIC_SUBSCRIPTIONS ->
                switch (method) {
                    case "POST" -> depth == 0 && create(request);
                    case "PUT" -> depth == 1 && putWhole(request, true);
                    case "DELETE" -> depth == 1 && delete(request);
                    default -> false;
                };
        };
    }

    private boolean report(Request request) {
        Faults.report(calls, request);
        return true;
    }

    private boolean delete(Request request) {
        Store.write(
                calls,
                request,
                new Change.Delete(request.key()),
                () -> request.exchange().replyEmpty(204));
        return true;
    }

    private boolean clear(Request request) {
        Store.write(
                calls, request, new Change.Clear(""), () -> request.exchange().replyEmpty(204));
        return true;
    }

    /** A conflicting lock is reported before an invalid body. */
    private boolean putData(Request request) {
        Map<String, Member> body = Bodies.members(request.exchange().body());
        Member data = body == null ? null : body.get("data");
        if (data == null) {
            Store.refuseAfterCheck(calls, request, body == null ? NOT_JSON : NO_DATA);
        } else {
            put(request, data.value(), false);
        }
        return true;
    }

    private boolean putConfiguration(Request request) {
        Map<String, Member> body = Bodies.members(request.exchange().body());
        Member data = body == null ? null : body.getOrDefault("data", body.get("value"));
        if (data == null) {
            (body == null ? NOT_JSON : NO_DATA).reply(request.exchange());
        } else {
            put(request, data.value(), false);
        }
        return true;
    }

    private void put(Request request, Blob value, boolean mustExist) {
        Store.write(calls, request, new Change.Put(request.key(), value, mustExist), () -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("id", request.key());
            json.put("data", value);
            request.exchange().reply(200, JsonValues.bytes(json));
        });
    }

    /** Stores the whole body as the value. */
    private boolean putWhole(Request request, boolean mustExist) {
        Blob body = object(request);
        if (body != null) {
            put(request, body, mustExist);
        }
        return true;
    }

    private boolean create(Request request) {
        Blob body = object(request);
        if (body != null) {
            String id = Uuids.random().toString();
            created(request, id, id, body);
        }
        return true;
    }

    private boolean upload(Request request) {
        String id = Uuids.random().toString();
        created(
                request,
                id,
                request.key() + "/" + id,
                new Blob(request.exchange().body()));
        return true;
    }

    private void created(Request request, String id, String key, Blob value) {
        Store.write(calls, request, new Change.Put(key, value, false), () -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("id", id);
            json.put("href", request.href(key));
            request.exchange().header("Location", request.href(key));
            request.exchange().reply(201, JsonValues.bytes(json));
        });
    }

    /** Returns the body if it is an object; otherwise sends the error and returns null. */
    private static @Nullable Blob object(Request request) {
        byte[] body = request.exchange().body();
        if (Bodies.members(body) == null) {
            NOT_JSON.reply(request.exchange());
            return null;
        }
        return new Blob(body);
    }

    private boolean execution(Request request, String method) {
        return switch (method) {
            case "POST" -> request.depth() == 2 && execute(request);
            case "PUT" -> request.depth() == 3 && control(request);
            case "DELETE" -> request.depth() == 3 && delete(request);
            default -> false;
        };
    }

    /** Starts an execution. An operation need not exist; a script must. */
    private boolean execute(Request request) {
        byte[] body = request.exchange().body();
        if (body.length > 0 && Bodies.members(body) == null) {
            NOT_JSON.reply(request.exchange());
        } else if (request.collection() == EntityCollection.SCRIPTS) {
            Target target = request.target();
            String script = request.path().getFirst();
            Query.FindItems query = new Query.FindItems(
                    target.tenant(),
                    target.type(),
                    target.id(),
                    EntityCollection.SCRIPTS,
                    script,
                    true);
            calls.requests.readLatest(request.exchange(), query, (found, point) -> {
                if (found.items().isEmpty()) {
                    Store.refuseAfterCheck(
                            calls,
                            request,
                            EntityError.noItem(target.id(), request.collection(), script));
                } else {
                    start(request);
                }
            });
        } else {
            start(request);
        }
        return true;
    }

    private void start(Request request) {
        String id = Uuids.random().toString();
        String key = request.key() + "/" + id;
        byte[] running = execution(id, "running");
        Store.write(calls, request, new Change.Put(key, new Blob(running), false), () -> {
            request.exchange().header("Location", request.href(key));
            request.exchange().reply(202, JsonValues.bytes(new Blob(running)));
        });
    }

    private boolean control(Request request) {
        Map<String, Member> body = Bodies.members(request.exchange().body());
        Member capability = body == null ? null : body.get("capability");
        if (body == null) {
            NOT_JSON.reply(request.exchange());
        } else if (capability == null
                || capability.token() != JsonToken.VALUE_STRING
                || !capability.text().equals("stop")) {
            EntityError.invalid("Invalid capability", "capability must be \"stop\"")
                    .reply(request.exchange());
        } else {
            byte[] stopped = execution(request.path().getLast(), "stopped");
            Change change = new Change.Put(request.key(), new Blob(stopped), true);
            Store.write(calls, request, change, () -> {
                request.exchange().header("Location", request.href(request.key()));
                request.exchange().reply(202, JsonValues.bytes(new Blob(stopped)));
            });
        }
        return true;
    }

    private static byte[] execution(String id, String status) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("status", status);
        byte[] line = JsonValues.bytes(json);
        return java.util.Arrays.copyOf(line, line.length - 1);
    }

    /** The body's form is checked before the lock, its values after it. */
    private boolean putLogs(Request request) {
        Map<String, Member> body = Bodies.members(request.exchange().body());
        Member severity = body == null ? null : body.get("severity_filter");
        Member entries = body == null ? null : body.get("max_entries");
        boolean shaped = body != null
                && (severity == null || severity.token() == JsonToken.VALUE_STRING)
                && (entries == null || entries.token() == JsonToken.VALUE_NUMBER_INT);
        if (!shaped) {
            NOT_JSON.reply(request.exchange());
            return true;
        }
        boolean known = severity == null || SEVERITIES.contains(severity.text());
        boolean inRange = entries == null || isInRange(entries.text());
        if (!known || !inRange) {
            Store.refuseAfterCheck(
                    calls,
                    request,
                    EntityError.invalid(
                            known ? "Invalid max_entries" : "Invalid severity_filter",
                            known
                                    ? "max_entries must be between 1 and " + ENTRIES_MAX
                                    : "severity_filter must be one of debug, info, warning,"
                                            + " error, fatal"));
            return true;
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("severity_filter", severity == null ? "debug" : severity.text());
        json.put("max_entries", entries == null ? 100L : Long.parseLong(entries.text()));
        Store.write(
                calls,
                request,
                new Change.Put(request.key(), new Blob(JsonValues.bytes(json)), false),
                () -> request.exchange().replyEmpty(204));
        return true;
    }

    private static boolean isInRange(String digits) {
        return digits.length() <= 5
                && !digits.startsWith("-")
                && Integer.parseInt(digits) >= 1
                && Integer.parseInt(digits) <= ENTRIES_MAX;
    }
}
