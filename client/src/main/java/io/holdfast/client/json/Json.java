package io.holdfast.client.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts between JSON texts and values: maps, lists, strings, {@code Long}, {@code Double},
 * booleans and null.
 */
public final class Json {

    /** Nesting beyond this is rejected, so that no text can exhaust the stack. */
    static final int DEPTH_MAX = 100;

    private Json() {}

    /**
     * Parses a text strictly after RFC 8259.
     *
     * @throws JsonException if the text is not exactly one JSON value, an object has a name twice,
     *     or the nesting is too deep
     */
    public static @Nullable Object parse(String text) {
        return new JsonReader(text).document();
    }

    /** Parses a text that must be an object. */
    public static JsonObject object(String text) {
        Object value = parse(text);
        if (value instanceof Map<?, ?> map) {
            return JsonObject.of(map);
        }
        throw new JsonException("the JSON text is not an object");
    }

    /** Writes a value; numbers are {@code Number}s, other types are rejected. */
    public static String write(@Nullable Object value) {
        StringBuilder out = new StringBuilder();
        JsonWriter.write(out, value, 0);
        return out.toString();
    }
}
