package io.holdfast.server.entities;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.value.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Extracts user-defined values from bodies as they were sent, without interpreting them. */
final class Bodies {

    /** Maximum size of the body around the stored value. */
    static final int REST_BYTES_MAX = 16 << 10;

    static final int BYTES_MAX = Limits.ENTITY_VALUE_BYTES_MAX + REST_BYTES_MAX;
    private static final int DEPTH_MAX = 65;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH_MAX)
                    .maxStringLength(BYTES_MAX)
                    .maxNumberLength(BYTES_MAX)
                    .maxNameLength(BYTES_MAX)
                    .maxTokenCount(BYTES_MAX)
                    .maxDocumentLength(BYTES_MAX)
                    .build())
            .build();

    private Bodies() {}

    static JsonParser parser(byte[] bytes) throws IOException {
        try {
            var unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            throw new IOException("not UTF-8", e);
        }
        return FACTORY.createParser(bytes, 0, bytes.length);
    }

    /** The value of an object's member, with its text if it is a scalar. */
    record Member(Blob value, @Nullable JsonToken token, String text) {}

    /** Returns an object's members, or null if the body is not one. The last duplicate wins. */
    static @Nullable Map<String, Member> members(byte[] bytes) {
        Map<String, Member> members = new LinkedHashMap<>();
        try (JsonParser parser = parser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String name = parser.nextFieldName();
                    name != null;
                    name = parser.nextFieldName()) {
                JsonToken token = parser.nextToken();
                int from = (int) parser.currentTokenLocation().getByteOffset();
                boolean scalar = token.isScalarValue();
                String text = scalar ? parser.getText() : "";
                parser.skipChildren();
                // The parser finds the end of a number only in the bytes after it.
                parser.finishToken();
                int to = (int) parser.currentLocation().getByteOffset();
                members.put(name, new Member(trimmed(bytes, from, to, token), token, text));
            }
            return parser.nextToken() == null ? members : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Cuts off the byte that the parser may have read beyond a number. */
    private static Blob trimmed(byte[] bytes, int from, int to, JsonToken token) {
        int end = to;
        if (token.isNumeric()) {
            end = from;
            while (end < to && isNumber(bytes[end])) {
                end++;
            }
        }
        return new Blob(Arrays.copyOfRange(bytes, from, end));
    }

    private static boolean isNumber(byte b) {
        return b >= '0' && b <= '9' || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
    }
}
