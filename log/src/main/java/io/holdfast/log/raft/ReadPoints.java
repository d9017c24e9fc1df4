package io.holdfast.log.raft;

import io.holdfast.core.query.ReadPoint;
import java.nio.ByteBuffer;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** Encodes a read point for the network: the index and the log time. */
final class ReadPoints {

    private ReadPoints() {}

    static ByteString bytes(ReadPoint point) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        bytes.putLong(point.index()).putLong(point.timeNanos()).flip();
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    static ReadPoint of(ByteString bytes) {
        ByteBuffer in = bytes.asReadOnlyByteBuffer();
        return new ReadPoint(in.getLong(), in.getLong());
    }
}
