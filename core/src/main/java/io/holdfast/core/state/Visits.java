package io.holdfast.core.state;

/**
 * Counts the rows that a query visits. A query that reaches the limit stops and returns where to
 * continue, so that no query occupies the lane for long.
 */
public final class Visits {

    /** The maximum number of rows that a query visits in one task on the lane. */
    public static final int ROWS_MAX = 1_000;

    /** A page ends when its values exceed this size, so that no reader retains many of them. */
    public static final int BYTES_MAX = 64 << 10;

    private final int rowsMax;
    private final long bytesMax;
    int rows;
    private long bytes;

    public Visits() {
        this(ROWS_MAX, BYTES_MAX);
    }

    public Visits(int rowsMax, long bytesMax) {
        this.rowsMax = rowsMax;
        this.bytesMax = bytesMax;
    }

    /** Counts a visited row. */
    public void row() {
        rows++;
    }

    /** Counts the size of a value in the answer. */
    public void value(int size) {
        bytes += size;
    }

    /** Returns whether another row may be visited. */
    public boolean more() {
        return rows < rowsMax && bytes < bytesMax;
    }
}
