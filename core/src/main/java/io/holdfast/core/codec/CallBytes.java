package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;

import org.jspecify.annotations.Nullable;

/** The encoding of a call's identity: its origin and the client's request id. */
final class CallBytes {

    private CallBytes() {}

    static void origin(Origin origin, ByteWriter out) {
        out.putText(origin.member());
        out.putLong(origin.incarnation());
        out.putCount(origin.sequence());
    }

    static Origin origin(ByteReader in) {
        return new Origin(in.getText(), in.getLong(), in.getCount());
    }

    static void request(RequestId request, ByteWriter out) {
        out.putLong(request.high());
        out.putLong(request.low());
        out.putLong(request.body());
    }

    static RequestId request(ByteReader in) {
        return new RequestId(in.getLong(), in.getLong(), in.getLong());
    }

    static void optionalRequest(@Nullable RequestId request, ByteWriter out) {
        out.put(request != null);
        if (request != null) {
            request(request, out);
        }
    }

    static @Nullable RequestId optionalRequest(ByteReader in) {
        return in.getFlag() ? request(in) : null;
    }
}
