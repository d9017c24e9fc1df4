package io.holdfast.server.resources;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reason of an operator: {@code ?reason=TEXT}, or {@code {"reason": TEXT}} as the body.
 */
final class BreakReason {

    static final int BODY_BYTES_MAX = 4 << 10;
    private static final int CHARACTERS_MAX = 256;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1)
                    .maxDocumentLength(BODY_BYTES_MAX)
                    .maxStringLength(BODY_BYTES_MAX)
                    .maxTokenCount(BODY_BYTES_MAX)
                    .build())
            .build();

    private BreakReason() {}

    /** Returns the reason, or null if it is missing or invalid, which has been answered. */
    static @Nullable String required(Exchange exchange) {
        String reason = of(exchange);
        if (reason == null) {
            exchange.refuse(
                    Problem.BAD_REQUEST,
                    "a reason is required: ?reason=TEXT or {\"reason\": TEXT}, at most "
                            + CHARACTERS_MAX + " characters on one line");
        }
        return reason;
    }

    /** Returns the reason, or null if it is missing or does not fit on one audit log line. */
    private static @Nullable String of(Exchange exchange) {
        String given = exchange.query("reason");
        String reason = given == null ? ofBody(exchange.body()) : given;
        if (reason == null || reason.isBlank() || reason.length() > CHARACTERS_MAX) {
            return null;
        }
        return reason.chars().anyMatch(Character::isISOControl) ? null : reason.strip();
    }

    private static @Nullable String ofBody(byte[] bytes) {
        String reason = null;
        try (JsonParser parser = FACTORY.createParser(bytes, 0, bytes.length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String name = parser.nextFieldName();
                    name != null;
                    name = parser.nextFieldName()) {
                if (parser.nextToken() != JsonToken.VALUE_STRING || !name.equals("reason")) {
                    return null;
                }
                reason = parser.getText();
            }
            return parser.nextToken() == null ? reason : null;
        } catch (IOException e) {
            return null;
        }
    }
}
