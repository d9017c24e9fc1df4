package io.holdfast.server.entities;

import io.holdfast.core.command.ClientId;
import io.holdfast.server.http.Exchange;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clients' own ids. Whoever knows one may act as its client, so that only a digest goes any
 * further: no log, event or snapshot can give away what it never had.
 */
final class ClientIds {

    static final String HEADER = "X-Client-Id";
    private static final int LENGTH_MAX = 256;
    private static final byte[] PURPOSE = "holdfast client".getBytes(StandardCharsets.US_ASCII);

    private static final FastThreadLocal<MessageDigest> DIGEST = new FastThreadLocal<>() {
        @Override
        protected MessageDigest initialValue() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256");
        }
    };

    private ClientIds() {}

    /** Who asks; null where nobody says so. */
    static @Nullable ClientId of(Exchange exchange) {
        String header = exchange.header(HEADER);
        return header == null || header.isEmpty() ? null : of(header);
    }

    /** A header has one character for each of its bytes, and the bytes are what is compared. */
    static ClientId of(String header) {
        MessageDigest digest = DIGEST.get();
        digest.reset();
        digest.update(PURPOSE);
        ByteBuffer bits =
                ByteBuffer.wrap(digest.digest(header.getBytes(StandardCharsets.ISO_8859_1)));
        return new ClientId(bits.getLong(), bits.getLong());
    }

    /** What is wrong with the id of whoever wants to change a lock; null where nothing is. */
    static @Nullable EntityError complaint(Exchange exchange) {
        String header = exchange.header(HEADER);
        if (header == null || header.isEmpty()) {
            return EntityError.invalid(
                    "Missing required X-Client-Id header",
                    "X-Client-Id header is required for lock operations");
        }
        if (header.length() > LENGTH_MAX) {
            Map<String, Object> parameters = new LinkedHashMap<>();
            parameters.put("details", "X-Client-Id must be at most 256 bytes");
            parameters.put("max_length", (long) LENGTH_MAX);
            return new EntityError(
                    400,
                    EntityError.INVALID_PARAMETER,
                    "X-Client-Id exceeds maximum length",
                    parameters);
        }
        if (header.chars().anyMatch(c -> c < ' ')) {
            return EntityError.invalid(
                    "X-Client-Id contains invalid characters",
                    "X-Client-Id must not contain control characters");
        }
        return null;
    }
}
