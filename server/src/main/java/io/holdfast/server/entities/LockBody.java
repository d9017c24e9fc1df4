package io.holdfast.server.entities;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.holdfast.core.value.EntityCollection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bodies of acquire and extend. All fields of a wrong type are reported together. */
final class LockBody {

    /** Limits duplicates, which are kept. There are only nine scopes. */
    private static final int SCOPES_MAX = 256;

    private static final String EXPIRATION = "lock_expiration";
    private static final EntityError NOT_POSITIVE = EntityError.invalid(
            "Invalid lock_expiration", "lock_expiration must be a positive integer (seconds)");

    private final Map<String, String> faults = new LinkedHashMap<>();
    private @Nullable Long seconds;
    private @Nullable List<String> names;
    private boolean breaking;
    private @Nullable EntityError malformed;

    private LockBody() {}

    static LockBody read(byte[] bytes) {
        LockBody body = new LockBody();
        try (JsonParser parser = Bodies.parser(bytes)) {
            if (parser.nextToken() == null) {
                throw new IOException("body is missing");
            }
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                body.fields(parser);
            } else {
                parser.skipChildren();
                body.faults.put("", "expected a JSON object");
            }
            if (parser.nextToken() != null) {
                throw new IOException("data after the body");
            }
        } catch (IOException e) {
            body.malformed = EntityError.badRequest(
                    "Invalid JSON in request body", "the body must be a JSON object");
        }
        return body;
    }

    private void fields(JsonParser parser) throws IOException {
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            switch (name) {
                case EXPIRATION -> expiration(parser, value);
                case "scopes" -> scopes(parser, value);
                case "break_lock" -> breakLock(parser, value);
                // Unknown fields are ignored.
                default -> parser.skipChildren();
            }
        }
    }

    private void expiration(JsonParser parser, JsonToken value) throws IOException {
        seconds = null;
        faults.remove(EXPIRATION);
        if (value == JsonToken.VALUE_NUMBER_INT) {
            boolean fits = parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
            boolean negative = parser.getText().startsWith("-");
            seconds = fits ? parser.getLongValue() : negative ? -1 : Long.MAX_VALUE;
        } else if (value != JsonToken.VALUE_NULL) {
            faults.put(EXPIRATION, "expected an integer");
            parser.skipChildren();
        }
    }

    private void scopes(JsonParser parser, JsonToken value) throws IOException {
        names = null;
        faults.keySet().removeIf(field -> field.startsWith("scopes"));
        if (value == JsonToken.VALUE_NULL) {
            return;
        }
        if (value != JsonToken.START_ARRAY) {
            faults.put("scopes", "expected an array");
            parser.skipChildren();
            return;
        }
        List<String> given = new ArrayList<>();
        int position = 0;
        for (JsonToken item = parser.nextToken();
                item != JsonToken.END_ARRAY;
                item = parser.nextToken()) {
            if (item == null) {
                throw new IOException("body is incomplete");
            }
            if (item == JsonToken.VALUE_STRING) {
                given.add(parser.getText());
            } else {
                parser.skipChildren();
                faults.putIfAbsent("scopes[" + position + "]", "expected a string");
            }
            if (++position > SCOPES_MAX) {
                throw new IOException("too many scopes");
            }
        }
        names = given;
    }

    private void breakLock(JsonParser parser, JsonToken value) throws IOException {
        faults.remove("break_lock");
        breaking = value == JsonToken.VALUE_TRUE;
        boolean flag = breaking || value == JsonToken.VALUE_FALSE || value == JsonToken.VALUE_NULL;
        if (!flag) {
            faults.put("break_lock", "expected a boolean");
            parser.skipChildren();
        }
    }

    /** Returns why the body of an acquire is invalid, or null if it is valid. */
    @Nullable
    EntityError acquireFault() {
        EntityError shape = shapeFault(true);
        if (shape != null) {
            return shape;
        }
        EntityError range = rangeFault();
        if (range != null) {
            return range;
        }
        for (String name : names == null ? List.<String>of() : names) {
            if (EntityCollection.named(name) == null) {
                Map<String, Object> parameters = new LinkedHashMap<>();
                parameters.put(
                        "details", "Valid scopes: " + String.join(", ", EntityCollection.texts()));
                parameters.put("invalid_scope", name);
                return new EntityError(
                        400,
                        EntityError.INVALID_PARAMETER,
                        "Unknown lock scope: " + name,
                        parameters);
            }
        }
        return null;
    }

    /**
     * Returns an error if the body is malformed or a field has a wrong type; otherwise null. Only
     * the expiration applies to an extension.
     */
    @Nullable
    EntityError shapeFault(boolean acquire) {
        if (malformed != null) {
            return malformed;
        }
        if (seconds == null && !faults.containsKey("")) {
            faults.putIfAbsent(EXPIRATION, "missing required field");
        }
        List<Map<String, Object>> fields = new ArrayList<>();
        add(fields, "");
        add(fields, EXPIRATION);
        if (acquire) {
            faults.keySet().stream()
                    .filter(field -> field.startsWith("scopes"))
                    .forEach(field -> add(fields, field));
            add(fields, "break_lock");
        }
        if (fields.isEmpty()) {
            return null;
        }
        Object first = fields.getFirst().get("field");
        boolean expiration = EXPIRATION.equals(first) || "".equals(first);
        Map<String, Object> parameters = new LinkedHashMap<>();
        if (expiration) {
            parameters.putAll(NOT_POSITIVE.parameters());
        } else {
            parameters.put("details", first + ": " + fields.getFirst().get("message"));
        }
        parameters.put("fields", fields);
        return new EntityError(
                400,
                EntityError.INVALID_PARAMETER,
                expiration ? "Invalid lock_expiration" : "Invalid " + first,
                parameters);
    }

    private void add(List<Map<String, Object>> fields, String field) {
        String fault = faults.get(field);
        if (fault != null) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("field", field);
            entry.put("message", fault);
            fields.add(entry);
        }
    }

    @Nullable
    EntityError rangeFault() {
        return seconds() <= 0 ? NOT_POSITIVE : null;
    }

    long seconds() {
        Long given = seconds;
        return given == null ? 0 : given;
    }

    boolean breaking() {
        return breaking;
    }

    /** Returns the scopes in the order given. All of them must be valid. */
    List<EntityCollection> scopes() {
        List<EntityCollection> scopes = new ArrayList<>();
        for (String name : names == null ? List.<String>of() : names) {
            EntityCollection scope = EntityCollection.named(name);
            if (scope != null) {
                scopes.add(scope);
            }
        }
        return scopes;
    }
}
