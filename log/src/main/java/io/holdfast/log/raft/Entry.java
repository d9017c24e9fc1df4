package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.core.snapshot.BatchCodec;
import java.nio.ByteBuffer;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * What is kept of one batch: a version, the index that was acknowledged when the batch was
 * proposed, and the batch. The index proves later which entries must not be missing, at no cost in
 * syncs.
 *
 * @param batch travels along, so that a leader does not decode what it has just encoded
 */
record Entry(Batch batch, ByteString bytes) implements Message {

    static final int VERSION = 1;
    static final int HEAD_BYTES = 1 + Long.BYTES;

    static Entry of(Batch batch, long acknowledged, byte[] encoded) {
        byte[] bytes = new byte[HEAD_BYTES + encoded.length];
        ByteBuffer.wrap(bytes).put((byte) VERSION).putLong(acknowledged).put(encoded);
        return new Entry(batch, UnsafeByteOperations.unsafeWrap(bytes));
    }

    /** The same batch with the time that the leader gives it. */
    Entry stamped(long timeNanos, long wallMillis) {
        byte[] copy = bytes.toByteArray();
        BatchCodec.stamp(ByteBuffer.wrap(copy).position(HEAD_BYTES), timeNanos, wallMillis);
        return new Entry(batch.at(timeNanos, wallMillis), UnsafeByteOperations.unsafeWrap(copy));
    }

    /** The index that had been acknowledged when the entry was proposed. */
    static long acknowledged(ByteString bytes) {
        return head(bytes).getLong();
    }

    static Batch batch(ByteString bytes, BatchBytes codec) {
        ByteBuffer buffer = head(bytes);
        buffer.getLong();
        return codec.decode(buffer.slice());
    }

    private static ByteBuffer head(ByteString bytes) {
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        int version = buffer.remaining() < HEAD_BYTES ? -1 : buffer.get();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "Entry format " + version + " is not known, expected " + VERSION);
        }
        return buffer;
    }

    @Override
    public ByteString getContent() {
        return bytes;
    }

    /** Ratis prints requests; a batch holds secrets. */
    @Override
    public String toString() {
        return "Entry[" + bytes.size() + " bytes]";
    }
}
