package io.holdfast.server.entities;

import io.holdfast.core.value.ClientId;
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
 * Client ids. A client id is a credential, so only its digest is passed on: logs, events and
 * snapshots never contain the id.
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

    /** Returns the client's id, or null if the request has none. */
    static @Nullable ClientId of(Exchange exchange) {
        String header = exchange.header(HEADER);
        return header == null || header.isEmpty() ? null : of(header);
    }

    /** Hashes the header's bytes; a header has one character per byte. */
    static ClientId of(String header) {
        MessageDigest digest = DIGEST.get();
        digest.reset();
        digest.update(PURPOSE);
        ByteBuffer bits =
                ByteBuffer.wrap(digest.digest(header.getBytes(StandardCharsets.ISO_8859_1)));
        return new ClientId(bits.getLong(), bits.getLong());
    }

    /** Returns why the id of a client that changes a lock is invalid, or null if it is valid. */
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
