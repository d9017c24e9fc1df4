package io.holdfast.core.codec;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.PoolsCommand.Abandon;
import io.holdfast.core.command.PoolsCommand.Borrow;
import io.holdfast.core.command.PoolsCommand.Delete;
import io.holdfast.core.command.PoolsCommand.Put;
import io.holdfast.core.command.PoolsCommand.Return;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;

/** Encodes pools commands. The space is implied and not written. */
final class PoolsCodec {

    static final int PUT = 32;
    static final int DELETE = 33;
    static final int BORROW = 34;
    static final int RETURN = 35;
    static final int ABANDON = 36;

    private PoolsCodec() {}

    static void encode(PoolsCommand<?> command, ByteWriter out) {
        switch (command) {
            case Put c -> {
                tag(PUT, c, out);
                out.putCount(c.count());
                out.put(c.mayCreate());
            }
            case Delete c -> tag(DELETE, c, out);
            case Borrow c -> {
                tag(BORROW, c, out);
                out.putCount(c.waitNanos());
                out.putCount(c.ttlNanos());
                lease(c.lease(), out);
            }
            case Return c -> {
                tag(RETURN, c, out);
                lease(c.lease(), out);
            }
            case Abandon c -> abandon(c, out);
        }
    }

    static PoolsCommand<?> decode(int tag, ByteReader in) {
        ResourceName name = new ResourceName(in.getText(), Space.POOLS, in.getText());
        return switch (tag) {
            case PUT -> new Put(name, in.getInt(Integer.MAX_VALUE), in.getFlag());
            case DELETE -> new Delete(name);
            case BORROW -> new Borrow(name, in.getCount(), in.getCount(), lease(in));
            case RETURN -> new Return(name, lease(in));
            case ABANDON -> abandon(name, in);
            // The bytes are untyped, so the tag may be unknown.
            default -> throw in.malformed("command " + tag + " is not a pools command");
        };
    }

    private static void abandon(Abandon c, ByteWriter out) {
        tag(ABANDON, c, out);
        CallBytes.origin(c.call(), out);
        LeaseId lent = c.lent();
        out.put(lent != null);
        if (lent != null) {
            lease(lent, out);
        }
        CallBytes.optionalRequest(c.request(), out);
    }

    private static Abandon abandon(ResourceName name, ByteReader in) {
        Origin call = CallBytes.origin(in);
        LeaseId lent = in.getFlag() ? lease(in) : null;
        RequestId request = CallBytes.optionalRequest(in);
        return new Abandon(name, call, lent, request);
    }

    private static void tag(int tag, PoolsCommand<?> command, ByteWriter out) {
        out.put(tag);
        out.putText(command.name().tenant());
        out.putText(command.name().key());
    }

    private static void lease(LeaseId lease, ByteWriter out) {
        out.putLong(lease.high());
        out.putLong(lease.low());
    }

    private static LeaseId lease(ByteReader in) {
        return new LeaseId(in.getLong(), in.getLong());
    }
}
