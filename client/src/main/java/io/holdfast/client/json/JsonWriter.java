package io.holdfast.client.json;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes values as JSON, without blanks. */
final class JsonWriter {

    private JsonWriter() {}

    static void write(StringBuilder out, @Nullable Object value, int depth) {
        if (depth > Json.DEPTH_MAX) {
            throw new JsonException("the value is nested too deeply for JSON");
        }
        if (value == null || value instanceof Boolean) {
            out.append(value);
        } else if (value instanceof String text) {
            string(out, text);
        } else if (value instanceof Number number) {
            number(out, number);
        } else if (value instanceof Map<?, ?> map) {
            object(out, map, depth);
        } else if (value instanceof Iterable<?> items) {
            array(out, items, depth);
        } else {
            throw new JsonException(
                    "a value of " + value.getClass() + " cannot be written as JSON");
        }
    }

    private static void number(StringBuilder out, Number number) {
        double value = number.doubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw new JsonException("JSON has no number " + value);
        }
        out.append(number);
    }

    private static void object(StringBuilder out, Map<?, ?> map, int depth) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(separator);
            string(out, String.valueOf(entry.getKey()));
            out.append(':');
            write(out, entry.getValue(), depth + 1);
            separator = ",";
        }
        out.append('}');
    }

    private static void array(StringBuilder out, Iterable<?> items, int depth) {
        out.append('[');
        String separator = "";
        for (Object item : items) {
            out.append(separator);
            write(out, item, depth + 1);
            separator = ",";
        }
        out.append(']');
    }

    private static void string(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                // An unpaired surrogate has no UTF-8 form, so surrogates are escaped.
                out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
