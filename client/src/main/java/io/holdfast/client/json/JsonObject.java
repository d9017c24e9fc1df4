package io.holdfast.client.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object. Unknown fields are ignored, because a newer server may send more
 * than this client knows.
 */
public record JsonObject(Map<String, @Nullable Object> fields) {

    public static final JsonObject EMPTY = new JsonObject(Map.of());

    public static JsonObject of(Map<?, ?> map) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        map.forEach((name, value) -> fields.put(String.valueOf(name), value));
        return new JsonObject(Collections.unmodifiableMap(fields));
    }

    public @Nullable Object get(String name) {
        return fields.get(name);
    }

    /** Returns a string; fails if the field is missing or of another type. */
    public String text(String name) {
        String text = textOrNull(name);
        if (text == null) {
            throw new JsonException("the reply has no text \"" + name + "\"");
        }
        return text;
    }

    public @Nullable String textOrNull(String name) {
        return fields.get(name) instanceof String text ? text : null;
    }

    public String text(String name, String other) {
        String text = textOrNull(name);
        return text == null ? other : text;
    }

    /** Returns a whole number; fails if the field is missing or of another type. */
    public long number(String name) {
        if (fields.get(name) instanceof Long number) {
            return number;
        }
        throw new JsonException("the reply has no whole number \"" + name + "\"");
    }

    public long number(String name, long other) {
        return fields.get(name) instanceof Long number ? number : other;
    }

    /** Returns a number with or without a fraction, or null. */
    public @Nullable Double decimal(String name) {
        return fields.get(name) instanceof Number number
                ? Double.valueOf(number.doubleValue())
                : null;
    }

    public boolean flag(String name) {
        return fields.get(name) instanceof Boolean flag && flag;
    }

    /** Returns an object; empty if the field is missing or of another type. */
    public JsonObject object(String name) {
        return fields.get(name) instanceof Map<?, ?> map ? of(map) : EMPTY;
    }

    /** Returns the objects of a list; empty if the field is missing or of another type. */
    public List<JsonObject> objects(String name) {
        List<JsonObject> objects = new ArrayList<>();
        if (fields.get(name) instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> map) {
                    objects.add(of(map));
                }
            }
        }
        return objects;
    }

    /** Returns the strings of a list; empty if the field is missing or of another type. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        if (fields.get(name) instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof String text) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }
}
