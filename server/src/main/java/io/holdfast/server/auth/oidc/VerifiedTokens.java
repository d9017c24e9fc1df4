package io.holdfast.server.auth.oidc;

import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Caches valid tokens, so that a client's next request costs a digest instead of a signature check.
 * The keys are digests, because a memory dump must not contain credentials. Only genuine tokens are
 * cached, so that other clients cannot fill the cache.
 */
final class VerifiedTokens {

    /** @param keys the keys that verified it: a withdrawn key invalidates its tokens */
    record Verified(TokenVerdict.Good token, KeySet keys) {

        boolean holds(@Nullable KeySet current, long nowMillis) {
            return keys == current && nowMillis < token.endsMillis();
        }
    }

    private static final int SIZE_MAX = 10_000;

    private static final FastThreadLocal<MessageDigest> DIGEST = new FastThreadLocal<>() {
        @Override
        protected MessageDigest initialValue() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256");
        }
    };

    private final Map<ByteBuffer, Verified> verified = new ConcurrentHashMap<>();

    /** Returns the cache key of a token. */
    static ByteBuffer digest(String token) {
        MessageDigest digest = DIGEST.get();
        digest.reset();
        return ByteBuffer.wrap(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    }

    @Nullable
    Verified find(ByteBuffer digest, @Nullable KeySet current, long nowMillis) {
        Verified found = verified.get(digest);
        if (found == null || found.holds(current, nowMillis)) {
            return found;
        }
        verified.remove(digest, found);
        return null;
    }

    void add(ByteBuffer digest, Verified token, long nowMillis) {
        if (verified.size() >= SIZE_MAX) {
            verified.values().removeIf(old -> !old.holds(token.keys(), nowMillis));
            if (verified.size() >= SIZE_MAX) {
                // Verifying all tokens again costs less than tracking their age.
                verified.clear();
            }
        }
        verified.put(digest, token);
    }
}
