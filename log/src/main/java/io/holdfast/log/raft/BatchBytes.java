package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Format;
import io.holdfast.core.snapshot.BatchCodec;

import java.nio.ByteBuffer;

/** How a batch becomes the bytes of one entry of the log, and comes back. */
public interface BatchBytes {

    byte[] encode(Batch batch);

    Batch decode(ByteBuffer bytes);

    /** The log's own formats. */
    BatchBytes CODEC = upTo(Format.NEWEST);

    /** The log's own formats up to that one, as an earlier release reads them. */
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
