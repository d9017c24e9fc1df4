package io.holdfast.server.pools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a body, which is read as JSON regardless of its content type. Unknown fields are
 * ignored. Types are checked here, ranges by the caller.
 */
final class PoolsBody {

    /** Enough for two numbers or a UUID and some unknown fields. */
    static final int BYTES_MAX = 16 << 10;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(128)
                    .maxStringLength(BYTES_MAX)
                    .maxNumberLength(BYTES_MAX)
                    .maxNameLength(BYTES_MAX)
                    .maxTokenCount(BYTES_MAX)
                    .maxDocumentLength(BYTES_MAX)
                    .build())
            .build();

    private static final long BEYOND = Long.MAX_VALUE;

    private @Nullable Long count;
    private @Nullable Double ttl;
    private @Nullable Double wait;
    private @Nullable String lease;

    private PoolsBody() {}

    static PoolsBody read(byte[] bytes) throws BadRequest {
        PoolsBody body = new PoolsBody();
        try (JsonParser parser = FACTORY.createParser(bytes, 0, bytes.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadRequest("body must be a JSON object");
            }
            for (String name = parser.nextFieldName();
                    name != null;
                    name = parser.nextFieldName()) {
                parser.nextToken();
                body.take(name, parser);
            }
            if (parser.nextToken() != null) {
                throw new BadRequest("body must be one JSON object and nothing after it");
            }
        } catch (IOException e) {
            throw new BadRequest("body must be valid JSON");
        }
        return body;
    }

    private void take(String name, JsonParser parser) throws IOException, BadRequest {
        switch (name) {
            case "count" -> count = once(count, whole(parser), name);
            case "ttl" -> ttl = once(ttl, number(parser, name), name);
            case "wait" -> {
                boolean absent = parser.currentToken() == JsonToken.VALUE_NULL;
                wait = once(wait, absent ? 0 : number(parser, name), name);
            }
            case "lease" -> lease = once(lease, text(parser), name);
            // Unknown fields are ignored.
            default -> parser.skipChildren();
        }
    }

    private static <T> T once(@Nullable T before, T now, String name) throws BadRequest {
        if (before != null) {
            throw new BadRequest(name + " must not be given twice");
        }
        return now;
    }

    /** Reads an integer literal. One that does not fit into a long is outside every range. */
    private static long whole(JsonParser parser) throws IOException, BadRequest {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw new BadRequest("count must be an integer");
        }
        return switch (parser.getNumberType()) {
            case INT, LONG -> parser.getLongValue();
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> BEYOND;
        };
    }

    private static double number(JsonParser parser, String name) throws IOException, BadRequest {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
            throw new BadRequest(name + " must be a number");
        }
        // Parsed from the text, so that a number too large for a double is infinite and not an
        // error.
        return Double.parseDouble(parser.getText());
    }

    private static String text(JsonParser parser) throws IOException, BadRequest {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new BadRequest("lease must be a UUID");
        }
        return parser.getText();
    }

    long count() throws BadRequest {
        Long given = count;
        if (given == null) {
            throw new BadRequest("count must be an integer");
        }
        return given;
    }

    double ttl() throws BadRequest {
        Double given = ttl;
        if (given == null) {
            throw new BadRequest("ttl must be a number");
        }
        return given;
    }

    /** Returns the wait in seconds; zero if the body has none. */
    double waitSeconds() {
        Double given = wait;
        return given == null ? 0 : given;
    }

    String lease() throws BadRequest {
        String given = lease;
        if (given == null) {
            throw new BadRequest("lease must be a UUID");
        }
        return given;
    }
}
