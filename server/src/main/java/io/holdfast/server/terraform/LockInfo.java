package io.holdfast.server.terraform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.value.Limits;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.text.ControlCharacters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Terraform says about a lock. The JSON is kept as it was sent, with fields that only later
 * versions know. Other clients print its texts to terminals, so control characters are rejected.
 *
 * @param id identifies one lock operation; other clients see it, so it is not a secret
 * @param who the user and host, which prove nothing
 */
record LockInfo(String id, String who, Blob json) {

    static final int BYTES_MAX = 64 << 10;

    private static final int ID_BYTES_MAX = 128;
    private static final int DEPTH_MAX = 16;
    private static final int TOKENS_MAX = 2_000;
    private static final String CREATED = "Created";

    /** The fields that Terraform decodes as strings. A reply with another type would not decode. */
    private static final List<String> TEXTS =
            List.of("ID", "Operation", "Info", "Who", "Version", CREATED, "Path");

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxStringLength(BYTES_MAX)
                    .maxNumberLength(BYTES_MAX)
                    .maxNameLength(BYTES_MAX)
                    .maxTokenCount(TOKENS_MAX)
                    .maxDocumentLength(BYTES_MAX)
                    .build())
            .build();

    static LockInfo parse(byte[] json) throws BadLock {
        Map<String, String> texts = new HashMap<>();
        try (JsonParser parser = FACTORY.createParser(text(json))) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLock("expected a JSON object with the field ID");
            }
            read(parser, texts);
            if (parser.nextToken() != null) {
                throw new BadLock("the body has text after the JSON object");
            }
        } catch (StreamConstraintsException e) {
            throw new BadLock("the JSON is too deep or has too many values");
        } catch (IOException e) {
            throw new BadLock("the body is not valid JSON");
        }
        return checked(texts, json);
    }

    /** Returns the LockInfo that the user data of a claim are; null if they are none. */
    static @Nullable LockInfo of(@Nullable Blob data) {
        if (data == null || data.size() > BYTES_MAX) {
            return null;
        }
        try {
            return parse(data.bytes());
        } catch (BadLock e) {
            return null;
        }
    }

    private static String text(byte[] json) throws BadLock {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadLock("the body is not valid UTF-8");
        }
    }

    /** Reads the fields of the object, whose start was read. */
    private static void read(JsonParser parser, Map<String, String> texts)
            throws IOException, BadLock {
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (!TEXTS.contains(name)) {
                plain(name, "a field name");
                inspect(parser, value);
            } else if (value == JsonToken.VALUE_STRING) {
                texts.put(name, plain(parser.getText(), name));
            } else {
                throw new BadLock(name + " must be a string");
            }
        }
    }

    /** Reads a value of an unknown field to its end. */
    private static void inspect(JsonParser parser, JsonToken first) throws IOException, BadLock {
        int depth = 0;
        JsonToken token = first;
        while (true) {
            if (token == JsonToken.FIELD_NAME || token == JsonToken.VALUE_STRING) {
                plain(parser.getText(), "a value");
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (depth == 0) {
                return;
            }
            token = parser.nextToken();
        }
    }

    private static String plain(String text, String what) throws BadLock {
        if (ControlCharacters.in(text)) {
            throw new BadLock(what + " must not contain control characters");
        }
        return text;
    }

    private static LockInfo checked(Map<String, String> texts, byte[] json) throws BadLock {
        String id = texts.getOrDefault("ID", "");
        int bytes = Owners.utf8Length(id);
        if (bytes < 1 || bytes > ID_BYTES_MAX) {
            throw new BadLock("ID must be 1 to " + ID_BYTES_MAX + " bytes of UTF-8");
        }
        String who = texts.getOrDefault("Who", "");
        if (Owners.utf8Length(who) < 0) {
            throw new BadLock("Who must be valid Unicode");
        }
        String created = texts.get(CREATED);
        try {
            OffsetDateTime unused = created == null ? null : OffsetDateTime.parse(created);
        } catch (DateTimeParseException e) {
            throw new BadLock(CREATED + " must be a time such as 2026-11-19T20:30:00Z");
        }
        return new LockInfo(id, who, new Blob(json));
    }

    /** Returns the display name of the holder: as much of {@code Who} as an owner may have. */
    @Nullable
    String owner() {
        int end = 0;
        int bytes = 0;
        while (end < who.length()) {
            int next = end + Character.charCount(who.codePointAt(end));
            bytes += Owners.utf8Length(who.substring(end, next));
            if (bytes > Limits.OWNER_BYTES_MAX) {
                break;
            }
            end = next;
        }
        return who.isBlank() ? null : who.substring(0, end);
    }
}
