package io.holdfast.server.nodes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON as maps, lists, strings, numbers and booleans. Bodies of the nodes API are small. */
final class Json {

    static final int BYTES_MAX = 1 << 20;

    /** Maximum size of a body that refers to one node and does not contain its text. */
    static final int SMALL_BYTES_MAX = 64 << 10;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(64)
                    .maxStringLength(BYTES_MAX)
                    .maxNumberLength(400)
                    .maxNameLength(BYTES_MAX)
                    .maxTokenCount(BYTES_MAX)
                    .maxDocumentLength(BYTES_MAX)
                    .build())
            .build();

    private Json() {}

    /** Returns the fields of a body; empty if there is no body. */
    static Map<String, @Nullable Object> object(byte[] body) throws BadNode {
        if (isBlank(body)) {
            return Map.of();
        }
        try (JsonParser parser = FACTORY.createParser(body, 0, body.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw BadNode.unreadable("the body must be a JSON object");
            }
            Map<String, @Nullable Object> fields = fields(parser);
            if (parser.nextToken() != null) {
                throw BadNode.unreadable("the body must be one JSON object and nothing after it");
            }
            return fields;
        } catch (IOException e) {
            throw BadNode.unreadable("the body must be valid JSON");
        }
    }

    private static boolean isBlank(byte[] body) {
        for (byte b : body) {
            if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
                return false;
            }
        }
        return true;
    }

    private static Map<String, @Nullable Object> fields(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            fields.put(name, value(parser));
        }
        return fields;
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> fields(parser);
            case START_ARRAY -> {
                List<@Nullable Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield items;
            }
            case VALUE_STRING -> parser.getText();
            // Parsed from the text: a number too large for a double is infinite, not an error.
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Double.valueOf(parser.getText());
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("unexpected token for a value: " + token);
        };
    }
}
