package io.holdfast.server.net;

import io.netty.buffer.ByteBuf;

import java.util.Arrays;

/**
 * The received bytes of a connection that no request has consumed yet. A request that arrives whole
 * is never stored here: it is read in an array that all connections of the loop share, so that
 * thousands of idle connections hold no memory.
 */
final class Inbox {

    private static final byte[] NOTHING = {};

    private byte[] kept = NOTHING;
    private int keptLength;
    private int length;

    /**
     * Returns all unconsumed bytes, including the new ones, from index 0; {@link #length} returns
     * their number.
     */
    byte[] add(ByteBuf in, byte[] scratch) {
        int more = Math.min(in.readableBytes(), scratch.length);
        length = keptLength + more;
        if (keptLength == 0) {
            in.readBytes(scratch, 0, more);
            return scratch;
        }
        if (length > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(length, kept.length * 2));
        }
        in.readBytes(kept, keptLength, more);
        return kept;
    }

    /** Returns the kept bytes, to be processed again. */
    byte[] kept() {
        length = keptLength;
        return kept;
    }

    int length() {
        return length;
    }

    int keptLength() {
        return keptLength;
    }

    /** Returns the size of the allocated buffer. */
    int capacity() {
        return kept.length;
    }

    boolean isEmpty() {
        return keptLength == 0;
    }

    /** Keeps the unconsumed rest of the bytes returned last; nothing if cleared since. */
    void keepFrom(byte[] bytes, int from) {
        // A reply that ends the connection clears the inbox while its bytes are being read.
        keptLength = Math.max(0, length - from);
        if (keptLength == 0) {
            kept = NOTHING;
        } else if (bytes != kept) {
            kept = Arrays.copyOfRange(bytes, from, length);
        } else if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, keptLength);
        }
    }

    void clear() {
        kept = NOTHING;
        keptLength = 0;
        length = 0;
    }
}
