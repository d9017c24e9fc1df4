package io.holdfast.cli.common;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses JSON into maps, lists, strings, numbers, booleans and nulls. */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Returns the JSON object in a text; empty if it is not one. */
    public static Map<String, @Nullable Object> object(String text) {
        try (JsonParser in = FACTORY.createParser(text)) {
            in.nextToken();
            if (value(in) instanceof Map<?, ?> map) {
                return named(map);
            }
        } catch (IOException e) {
            // The text is not JSON.
        }
        return Map.of();
    }

    /** Returns the objects of a list; empty if it is not a list. */
    public static List<Map<String, @Nullable Object>> objects(@Nullable Object list) {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        if (list instanceof List<?> elements) {
            for (Object element : elements) {
                if (element instanceof Map<?, ?> map) {
                    objects.add(named(map));
                }
            }
        }
        return objects;
    }

    private static Map<String, @Nullable Object> named(Map<?, ?> map) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        map.forEach((name, value) -> named.put(String.valueOf(name), value));
        return named;
    }

    private static @Nullable Object value(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String name = in.currentName();
                    in.nextToken();
                    map.put(name, value(in));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(in));
                }
                yield list;
            }
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case null, default -> in.getText();
        };
    }
}
