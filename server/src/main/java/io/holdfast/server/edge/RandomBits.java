package io.holdfast.server.edge;

import io.netty.util.concurrent.FastThreadLocal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Cryptographically strong random numbers. Every thread draws a block at a time, because a call of
 * the generator costs far more than eight bytes.
 */
public final class RandomBits {

    private static final int BLOCK_BYTES = 4096;
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final SecureRandom GENERATOR = new SecureRandom();

    private static final FastThreadLocal<RandomBits> LOCAL = new FastThreadLocal<>() {
        @Override
        protected RandomBits initialValue() {
            return new RandomBits();
        }
    };

    private final byte[] block = new byte[BLOCK_BYTES];
    private int used = BLOCK_BYTES;

    private RandomBits() {}

    /** Returns the next 64 bits; they are used once and then wiped. */
    public static long nextLong() {
        return LOCAL.get().next();
    }

    private long next() {
        if (used == BLOCK_BYTES) {
            GENERATOR.nextBytes(block);
            used = 0;
        }
        long value = (long) LONG.get(block, used);
        Arrays.fill(block, used, used + Long.BYTES, (byte) 0);
        used += Long.BYTES;
        return value;
    }
}
