package io.holdfast.core.history;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.query.PastUse;
import io.holdfast.core.query.PastWait;
import io.holdfast.core.state.HeapSize;

import org.jspecify.annotations.Nullable;

/** The encoding and the heap size of past grants and waits. */
final class PastUseBytes {

    private static final GrantEnd[] GRANT_ENDS = GrantEnd.values();
    private static final WaitEnd[] WAIT_ENDS = WaitEnd.values();

    /** Include the place in the list of the resource. */
    private static final int GRANT_BYTES = 72 + 4;

    private static final int WAIT_BYTES = 56 + 4;

    private PastUseBytes() {}

    static int heap(PastUse use) {
        return switch (use) {
            case PastGrant grant -> GRANT_BYTES + texts(grant.owner(), grant.by(), grant.reason());
            case PastWait wait -> WAIT_BYTES + texts(wait.owner(), wait.by(), wait.reason());
        };
    }

    /** Counts the owner's text in full, although other rows may share it. */
    private static int texts(@Nullable String owner, @Nullable String by, @Nullable String reason) {
        return HeapSize.text(owner) + HeapSize.text(by) + HeapSize.text(reason);
    }

    static void write(PastGrant grant, ByteWriter out) {
        out.putCount(grant.fence());
        out.putCount(grant.slot());
        out.putCount(grant.session());
        out.putOptionalText(grant.owner());
        out.putCount(grant.waitedMillis());
        out.putLong(grant.sinceMillis());
        out.putLong(grant.endedMillis());
        out.putCount(grant.heldLogMillis());
        out.putCount(grant.end().ordinal());
        out.putOptionalText(grant.by());
        out.putOptionalText(grant.reason());
    }

    static PastGrant readGrant(ByteReader in) {
        return new PastGrant(
                in.getCount(),
                in.getInt(Integer.MAX_VALUE),
                in.getCount(),
                in.getOptionalText(),
                in.getInt(Integer.MAX_VALUE),
                in.getLong(),
                in.getLong(),
                in.getInt(Integer.MAX_VALUE),
                in.getOne(GRANT_ENDS),
                in.getOptionalText(),
                in.getOptionalText());
    }

    static void write(PastWait wait, ByteWriter out) {
        out.putCount(wait.session());
        out.putOptionalText(wait.owner());
        out.putLong(wait.sinceMillis());
        out.putLong(wait.endedMillis());
        out.putCount(wait.waitedMillis());
        out.putCount(wait.end().ordinal());
        out.putOptionalText(wait.by());
        out.putOptionalText(wait.reason());
    }

    static PastWait readWait(ByteReader in) {
        return new PastWait(
                in.getCount(),
                in.getOptionalText(),
                in.getLong(),
                in.getLong(),
                in.getInt(Integer.MAX_VALUE),
                in.getOne(WAIT_ENDS),
                in.getOptionalText(),
                in.getOptionalText());
    }
}
