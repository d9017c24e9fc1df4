package io.holdfast.core.history;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.state.HeapSize;

/** The encoding and the heap size of a past grant. */
final class PastGrantBytes {

    private static final GrantEnd[] ENDS = GrantEnd.values();

    /** Includes its place in the list of its resource. */
    private static final int BYTES = 72 + 4;

    private PastGrantBytes() {}

    /** Counts the owner's text in full, although other rows may share it. */
    static int heap(PastGrant grant) {
        return BYTES
                + HeapSize.text(grant.owner())
                + HeapSize.text(grant.by())
                + HeapSize.text(grant.reason());
    }

    static void write(PastGrant grant, ByteWriter out) {
        out.putCount(grant.fence());
        out.putCount(grant.slot());
        out.putCount(grant.session());
        out.putOptionalText(grant.owner());
        out.putCount(grant.waitedMillis());
        out.putLong(grant.sinceMillis());
        out.putLong(grant.endedMillis());
        out.putCount(grant.end().ordinal());
        out.putOptionalText(grant.by());
        out.putOptionalText(grant.reason());
    }

    static PastGrant read(ByteReader in) {
        return new PastGrant(
                in.getCount(),
                in.getInt(Integer.MAX_VALUE),
                in.getCount(),
                in.getOptionalText(),
                in.getInt(Integer.MAX_VALUE),
                in.getLong(),
                in.getLong(),
                in.getOne(ENDS),
                in.getOptionalText(),
                in.getOptionalText());
    }
}
