package io.holdfast.server.openapi;

import io.holdfast.server.text.JsonValues;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads the parts of the document and merges them into one JSON text. */
public final class OpenApiDocument {

    /** The parts in reading order. */
    private static final List<String> PARTS = List.of(
            "base.yaml",
            "ops.yaml",
            "locks.yaml",
            "pools.yaml",
            "claims.yaml",
            "entities.yaml",
            "nodes.yaml",
            "terraform.yaml");

    private OpenApiDocument() {}

    /** Returns the whole document, with a final newline. */
    public static byte[] json() {
        Map<String, Object> document = new LinkedHashMap<>();
        for (String part : PARTS) {
            merge(document, read(part));
        }
        return JsonValues.bytes(document);
    }

    private static Map<?, ?> read(String part) {
        try (InputStream in = OpenApiDocument.class.getResourceAsStream(part)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + part);
            }
            Object loaded =
                    new Load(LoadSettings.builder().setLabel(part).build()).loadFromInputStream(in);
            if (loaded instanceof Map<?, ?> map) {
                return map;
            }
            throw new IllegalStateException(part + " is not a map");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Merges maps and lists, and rejects duplicates. */
    @SuppressWarnings("unchecked")
    private static void merge(Map<String, Object> into, Map<?, ?> part) {
        part.forEach((key, value) -> {
            String name = String.valueOf(key);
            Object present = into.get(name);
            if (present == null) {
                into.put(name, copy(value));
            } else if (present instanceof Map<?, ?> map && value instanceof Map<?, ?> more) {
                merge((Map<String, Object>) map, more);
            } else if (present instanceof List<?> list && value instanceof List<?> more) {
                ((List<Object>) list).addAll(more);
            } else {
                throw new IllegalStateException("key " + name + " is defined twice");
            }
        });
    }

    private static Object copy(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            merge(copy, map);
            return copy;
        }
        if (value == null) {
            throw new IllegalStateException("a part has an empty value");
        }
        return value;
    }
}
