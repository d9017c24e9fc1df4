package io.holdfast.core.state;

import io.holdfast.core.bytes.ByteWriter;

import org.jspecify.annotations.Nullable;

/** A unit of the snapshot: it stands in a {@link RowList} and is written whole. */
public abstract class Row extends Timed {

    @Nullable
    Row previous;

    @Nullable
    Row next;

    /** The epoch of a row that is gone, and still in its list because a snapshot comes to it. */
    static final int REMOVED = -1;

    /** The snapshot that this row has been settled for: written, copied, or younger than it. */
    int epoch;

    /** The row as it was when the running snapshot began, where it has changed since. */
    byte @Nullable [] frozen;

    protected Row(long number) {
        super(number);
    }

    /** Writes everything that reading it back needs. */
    public abstract void write(ByteWriter out);
}
