package io.holdfast.server.pools;

import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.netty.util.concurrent.FastThreadLocal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;

/**
 * Derives a pool's internal name. The UUID is a credential, so its digest is used instead: logs,
 * events, metrics and files never contain the UUID, and lookup time reveals nothing about it. The
 * pools API has no principals, so all pools belong to the default tenant.
 */
final class PoolNames {

    /** As many bits as a UUID has, so collisions are not a practical concern. */
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
