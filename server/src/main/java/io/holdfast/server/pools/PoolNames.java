package io.holdfast.server.pools;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.ResourceName;
import io.holdfast.core.command.Space;
import io.netty.util.concurrent.FastThreadLocal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * What the rest of the server calls a pool. The UUID is a credential, so that its digest stands for
 * it: no log, event, metric or file can give away what it never had, and how long a search takes
 * says nothing about the UUID that was asked for. Pools know nobody, so that all of them are of the
 * tenant of those who have none of their own.
 */
final class PoolNames {

    /** As many bits as a UUID has; two of them with one name will not be found. */
    private static final int NAME_BYTES = 16;

    private static final byte[] PURPOSE = "holdfast pool".getBytes(StandardCharsets.US_ASCII);
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    private static final FastThreadLocal<MessageDigest> DIGEST = new FastThreadLocal<>() {
        @Override
        protected MessageDigest initialValue() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-256");
        }
    };

    private PoolNames() {}

    static ResourceName of(UUID id) {
        MessageDigest digest = DIGEST.get();
        digest.reset();
        digest.update(PURPOSE);
        byte[] bits = ByteBuffer.allocate(NAME_BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
        byte[] name = Arrays.copyOf(digest.digest(bits), NAME_BYTES);
        return new ResourceName(Actor.DEFAULT_TENANT, Space.POOLS, TEXT.encodeToString(name));
    }
}
