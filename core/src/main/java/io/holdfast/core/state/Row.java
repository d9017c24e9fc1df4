package io.holdfast.core.state;

import io.holdfast.core.bytes.ByteWriter;

import org.jspecify.annotations.Nullable;

/** The unit of a snapshot: a row is in a {@link RowList} and is written whole. */
public abstract class Row extends Timed {

    @Nullable
    Row previous;

    @Nullable
    Row next;

    /**
     * The epoch of a removed row that stays in its list until the running snapshot has written it.
     */
    static final int REMOVED = -1;

    /**
     * The last snapshot that needs nothing more from this row: it was written, copied, or added
     * later.
     */
    int epoch;

    /** The row's bytes from the start of the running snapshot, if it has changed since. */
    byte @Nullable [] frozen;

    protected Row(long number) {
        super(number);
    }

    /** Writes everything that is needed to restore the row. */
    public abstract void write(ByteWriter out);
}
