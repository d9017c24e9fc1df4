package io.holdfast.log.raft;

import io.holdfast.core.command.Batch;
import io.holdfast.core.snapshot.BatchCodec;

import java.nio.ByteBuffer;

/** How a batch becomes the bytes of one entry of the log, and comes back. */
public interface BatchBytes {

    byte[] encode(Batch batch);

    Batch decode(ByteBuffer bytes);

    /** The log's own format. */
    BatchBytes CODEC = new BatchBytes() {
        @Override
        public byte[] encode(Batch batch) {
            return BatchCodec.encode(batch);
        }

        @Override
        public Batch decode(ByteBuffer bytes) {
            return BatchCodec.decode(bytes);
        }
    };
}
