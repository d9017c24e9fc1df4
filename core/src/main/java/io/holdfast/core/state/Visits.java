package io.holdfast.core.state;

/**
 * Counts the rows that one query looks at. A query that has used up its rows stops and says where
 * to go on, so that no query holds the lane for long.
 */
public final class Visits {

    /** The most rows that a query looks at before the lane goes on with something else. */
    public static final int ROWS_MAX = 1_000;

    /** A page with more bytes of values than this ends, so that no reader keeps many of them. */
    public static final int BYTES_MAX = 64 << 10;

    private final int rowsMax;
    private final long bytesMax;
    private int rows;
    private long bytes;

    public Visits() {
        this(ROWS_MAX, BYTES_MAX);
    }

    public Visits(int rowsMax, long bytesMax) {
        this.rowsMax = rowsMax;
        this.bytesMax = bytesMax;
    }

    /** Counts a row that is looked at. */
    public void row() {
        rows++;
    }

    /** Counts the size of a value that is part of the answer. */
    public void value(int size) {
        bytes += size;
    }

    /** Whether another row may be looked at. */
    public boolean more() {
        return rows < rowsMax && bytes < bytesMax;
    }

    public int rows() {
        return rows;
    }
}
