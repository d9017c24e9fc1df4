package io.holdfast.log.journal;

import java.nio.ByteBuffer;

/**
 * The parts of a byte range between sector boundaries. A disk writes a sector completely or not at
 * all, so after a power failure each part has its old or its new content. All ranges begin at
 * multiples of eight bytes.
 */
final class Sectors {

    static final int BYTES = 512;

    private Sectors() {}

    static long endOf(long offset) {
        return (offset / BYTES + 1) * BYTES;
    }

    /**
     * Returns the number of parts with at most the given number of bits that are one.
     *
     * @param from the position in the buffer where the range begins
     * @param offset the offset in the file of that position
     */
    static int parts(ByteBuffer bytes, int from, int to, long offset, int bitsMax) {
        int parts = 0;
        int at = from;
        while (at < to) {
            int end = (int) Math.min(to, at + endOf(offset + at - from) - (offset + at - from));
            parts += sparse(bytes, at, end, bitsMax) ? 1 : 0;
            at = end;
        }
        return parts;
    }

    /** Returns whether the range, a multiple of eight bytes, contains only zeros. */
    static boolean zeros(ByteBuffer bytes, int from, int to) {
        return sparse(bytes, from, to, 0);
    }

    private static boolean sparse(ByteBuffer bytes, int from, int to, int bitsMax) {
        int bits = 0;
        for (int at = from; at < to && bits <= bitsMax; at += Long.BYTES) {
            bits += Long.bitCount(bytes.getLong(at));
        }
        return bits <= bitsMax;
    }
}
