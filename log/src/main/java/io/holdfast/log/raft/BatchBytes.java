package io.holdfast.log.raft;

import io.holdfast.core.codec.BatchCodec;
import io.holdfast.core.command.Batch;
import io.holdfast.core.value.Format;

import java.nio.ByteBuffer;

/** Encodes a batch into the bytes of one log entry and back. */
public interface BatchBytes {

    byte[] encode(Batch batch);

    Batch decode(ByteBuffer bytes);

    /** All formats of the log. */
    BatchBytes CODEC = upTo(Format.NEWEST);

    /** Returns the formats up to the given one, as an earlier release reads them. */
    static BatchBytes upTo(int formatMax) {
        return new BatchBytes() {
            @Override
            public byte[] encode(Batch batch) {
                return BatchCodec.encode(batch);
            }

            @Override
            public Batch decode(ByteBuffer bytes) {
                return BatchCodec.decode(bytes, formatMax);
            }
        };
    }
}
