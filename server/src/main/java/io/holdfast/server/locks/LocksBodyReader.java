package io.holdfast.server.locks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.holdfast.core.value.Limits;
import io.holdfast.server.text.Nearest;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the flat JSON objects of the locks API by the rules of dflockd's decoder: unknown fields
 * and a second value are rejected, integers must be integer literals, null leaves a field
 * unchanged, names ignore case, and the last duplicate wins.
 */
final class LocksBodyReader {

    /** Far above any valid request. Larger bodies are rejected before they are read. */
    static final int BYTES_MAX = 64 << 10;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(16)
                    .maxStringLength(8192)
                    .maxNumberLength(40)
                    .maxNameLength(256)
                    .maxTokenCount(2000)
                    .maxDocumentLength(BYTES_MAX)
                    .build())
            .build();

    private final Set<Field> allowed;
    private final boolean optional;

    /** @param optional true if a missing body counts as an empty object */
    LocksBodyReader(boolean optional, Set<Field> allowed) {
        this.optional = optional;
        this.allowed = EnumSet.copyOf(allowed);
    }

    LocksBody read(byte[] bytes) throws BadBody {
        LocksBody plain = PlainBody.read(bytes, allowed);
        return plain == null ? parse(bytes) : checked(plain);
    }

    /** Parses any body, applying all rules. */
    LocksBody parse(byte[] bytes) throws BadBody {
        if (bytes.length == 0) {
            if (optional) {
                return LocksBody.EMPTY;
            }
            throw new BadBody("the body is missing; expected a JSON object");
        }
        try (JsonParser parser = FACTORY.createParser(bytes, 0, bytes.length)) {
            JsonToken first = parser.nextToken();
            if (first == null && optional) {
                return LocksBody.EMPTY;
            }
            LocksBody body = value(parser, first);
            if (parser.nextToken() != null) {
                throw new BadBody("expected one JSON object and nothing after it");
            }
            return body;
        } catch (IOException e) {
            throw new BadBody("the body is not valid JSON");
        }
    }

    /**
     * Returns the owner in the body of a new session, or null if there is none. dflockd never read
     * that body, so everything else in it is ignored.
     */
    static @Nullable String ownerIn(byte[] bytes) throws BadBody {
        String owner = null;
        try (JsonParser parser = FACTORY.createParser(bytes, 0, bytes.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String name = parser.nextFieldName();
                    name != null;
                    name = parser.nextFieldName()) {
                JsonToken value = parser.nextToken();
                if (Field.named(name) == Field.OWNER && value != JsonToken.VALUE_NULL) {
                    owner = text(parser, Field.OWNER);
                } else {
                    parser.skipChildren();
                }
            }
            return owner;
        } catch (IOException e) {
            return null;
        }
    }

    private LocksBody value(JsonParser parser, @Nullable JsonToken first)
            throws IOException, BadBody {
        if (first == JsonToken.VALUE_NULL) {
            return LocksBody.EMPTY;
        }
        if (first != JsonToken.START_OBJECT) {
            throw new BadBody("expected a JSON object");
        }
        long waitSeconds = 0;
        long leaseSeconds = 0;
        long limit = 0;
        String token = null;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            Field field = field(name);
            if (parser.nextToken() == JsonToken.VALUE_NULL) {
                continue;
            }
            switch (field) {
                case ACQUIRE_TIMEOUT_S, TIMEOUT_S -> waitSeconds = whole(parser, field);
                case LEASE_TTL_S -> leaseSeconds = whole(parser, field);
                case LIMIT -> limit = whole(parser, field);
                case TOKEN -> token = text(parser, field);
                case OWNER -> throw new BadBody("owner belongs to the session or to a header");
            }
        }
        return checked(new LocksBody(waitSeconds, leaseSeconds, limit, token));
    }

    private LocksBody checked(LocksBody body) throws BadBody {
        checkSeconds(body.waitSeconds(), Field.ACQUIRE_TIMEOUT_S);
        checkSeconds(body.leaseSeconds(), Field.LEASE_TTL_S);
        return body;
    }

    private Field field(String name) throws BadBody {
        Field field = Field.named(name);
        if (field == null || !allowed.contains(field)) {
            // The name comes from the client: it is truncated here and escaped when it is written.
            String shown = name.length() > 64 ? name.substring(0, 64) + "..." : name;
            List<String> known = allowed.stream().map(Field::wire).toList();
            String nearest = Nearest.question(shown, known);
            throw new BadBody(
                    "unknown field \"" + shown + "\"" + (nearest.isEmpty() ? "" : "." + nearest));
        }
        return field;
    }

    private static long whole(JsonParser parser, Field field) throws IOException, BadBody {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw new BadBody(field.wire() + " must be an integer");
        }
        switch (parser.getNumberType()) {
            case INT, LONG -> {
                return parser.getLongValue();
            }
            default -> throw new BadBody(field.wire() + " is out of range");
        }
    }

    private static String text(JsonParser parser, Field field) throws IOException, BadBody {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new BadBody(field.wire() + " must be a string");
        }
        return parser.getText();
    }

    private void checkSeconds(long seconds, Field field) throws BadBody {
        if (seconds < 0 || seconds > Limits.SECONDS_MAX) {
            Field named =
                    field == Field.LEASE_TTL_S || allowed.contains(field) ? field : Field.TIMEOUT_S;
            throw new BadBody(named.wire() + " must be from 0 to " + Limits.SECONDS_MAX);
        }
    }
}
