package io.holdfast.server.edge;

import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;
import io.holdfast.server.http.Exchange;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/**
 * Derives the request id of a mutating request from its {@code Idempotency-Key}. The id includes
 * its scope, so that a client that chooses or guesses another's key does not receive the other's
 * answer.
 */
public final class RequestIds {

    private static final String HEADER = "Idempotency-Key";
    private static final int KEY_CHARACTERS_MAX = 255;

    private static final String RULE =
            HEADER + " must be 1 to " + KEY_CHARACTERS_MAX + " visible ASCII characters";

    private static final FastThreadLocal<MessageDigest> DIGEST = new FastThreadLocal<>() {
        @Override
        protected MessageDigest initialValue() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256");
        }
    };

    private RequestIds() {}

    static boolean isSent(Exchange exchange) {
        return exchange.header(HEADER) != null;
    }

    /** Returns what is wrong with the request's key; null if it has none, or a valid one. */
    public static @Nullable String problem(Exchange exchange) {
        String key = exchange.header(HEADER);
        return key == null || isKey(key) ? null : RULE;
    }

    /** Returns whether a key is one to 255 visible ASCII characters. */
    static boolean isKey(String key) {
        if (key.isEmpty() || key.length() > KEY_CHARACTERS_MAX) {
            return false;
        }
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c <= ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the id of a request, or null if it has no key.
     *
     * @param client the session or client that acts within the principal; empty if there is none
     */
    static @Nullable RequestId of(Exchange exchange, String client) {
        String key = exchange.header(HEADER);
        if (key == null) {
            return null;
        }
        MessageDigest digest = DIGEST.get();
        digest.reset();
        Actor actor = exchange.actor();
        add(digest, actor.tenant());
        add(digest, actor.principal());
        add(digest, exchange.method());
        add(digest, exchange.rawPath());
        add(digest, client);
        add(digest, key);
        ByteBuffer scope = ByteBuffer.wrap(digest.digest());
        ByteBuffer body = ByteBuffer.wrap(digest.digest(exchange.body()));
        return new RequestId(scope.getLong(), scope.getLong(), body.getLong());
    }

    /**
     * Each part is preceded by its length, so that different lists of parts never give the same
     * bytes.
     */
    private static void add(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((byte) (bytes.length >>> 24));
        digest.update((byte) (bytes.length >>> 16));
        digest.update((byte) (bytes.length >>> 8));
        digest.update((byte) bytes.length);
        digest.update(bytes);
    }
}
