package io.holdfast.core.state;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.bytes.MalformedBytesException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows in order of creation, which is also their order in a snapshot. While a snapshot is written
 * in pieces, a row is copied before it changes, and a removed row stays until its copy is written.
 * The snapshot therefore shows a single point in time and never delays the machine.
 *
 * <p>Row numbers increase along the list, so a query can read it in pieces: each piece starts after
 * the last number of the previous one, even if that row no longer exists.
 */
public final class RowList<R extends Row> {

    /** Rows whose numbers differ only in these bits share one entry of the block index. */
    private static final int BLOCK_BITS = 8;

    /** The position after the last row. */
    public static final long END = Long.MAX_VALUE;

    private final State state;

    /** The first row of each block of numbers, so that iteration can start anywhere. */
    private final TreeMap<Long, Row> blocks = new TreeMap<>();

    private @Nullable Row first;
    private @Nullable Row last;
    private int size;

    /** The next row of the running snapshot. {@code left} counts the rows that remain. */
    private @Nullable Row cursor;

    private int left;

    public RowList(State state) {
        this.state = state;
    }

    public int size() {
        return size;
    }

    /** Returns the oldest row, or null if the list is empty. */
    @SuppressWarnings("unchecked") // Only rows of this type are ever added.
    public @Nullable R first() {
        Row row = first;
        while (row != null && row.epoch == Row.REMOVED) {
            row = row.next;
        }
        return (R) row;
    }

    public void add(R row) {
        Row before = last;
        if (before != null && before.number() >= row.number()) {
            // New rows get increasing numbers, so only a damaged snapshot can violate the order.
            throw new MalformedBytesException("row numbers do not increase along their list");
        }
        row.epoch = state.epoch();
        row.previous = before;
        if (before == null) {
            first = row;
        } else {
            before.next = row;
        }
        if (!sameBlock(before, row)) {
            blocks.put(block(row), row);
        }
        last = row;
        size++;
        state.came(row);
    }

    public void remove(R row) {
        state.touch(row);
        state.gone(row);
        size--;
        if (row.frozen != null) {
            row.epoch = Row.REMOVED;
        } else {
            unlink(row);
        }
    }

    /** Visits all rows. The action may remove the row that it is given, and no other one. */
    @SuppressWarnings("unchecked") // Only rows of this type are ever added.
    public void forEach(Consumer<R> action) {
        Row row = first;
        while (row != null) {
            Row next = row.next;
            if (row.epoch != Row.REMOVED) {
                action.accept((R) row);
            }
            row = next;
        }
    }

    /**
     * Visits the rows with a number greater than {@code after}, up to the limit of {@code visits}.
     * A row for which {@code each} returns false is left for the next piece, and so are all rows
     * after it.
     *
     * @return the number after which the next piece starts; {@link #END} if no rows are left
     */
    @SuppressWarnings("unchecked") // Only rows of this type are ever added.
    public long visit(long after, Visits visits, Predicate<R> each) {
        long passed = after;
        Row row = firstAfter(after, visits);
        while (row != null && visits.more()) {
            visits.row();
            if (row.epoch != Row.REMOVED && !each.test((R) row)) {
                return passed;
            }
            passed = row.number();
            row = row.next;
        }
        return row == null ? END : passed;
    }

    /**
     * Returns the first row with a greater number. It may be a removed row that a snapshot still
     * needs.
     */
    @SuppressWarnings("unchecked") // Only rows of this type are ever added.
    public @Nullable R after(long number, Visits visits) {
        return (R) firstAfter(number, visits);
    }

    /**
     * Skips at most one block of rows, because only the first block can start before the number.
     */
    private @Nullable Row firstAfter(long number, Visits visits) {
        Map.Entry<Long, Row> entry = blocks.ceilingEntry(number >> BLOCK_BITS);
        Row row = entry == null ? null : entry.getValue();
        while (row != null && row.number() <= number) {
            visits.row();
            row = row.next;
        }
        return row;
    }

    private static long block(Row row) {
        return row.number() >> BLOCK_BITS;
    }

    private static boolean sameBlock(@Nullable Row one, @Nullable Row other) {
        return one != null && other != null && block(one) == block(other);
    }

    void beginSnapshot() {
        cursor = first;
        left = size;
    }

    /** Writes rows until the piece is large enough. Returns false when no rows are left. */
    boolean writeSome(ByteWriter out, int bytesMax) {
        while (left > 0 && out.size() < bytesMax && cursor != null) {
            Row row = cursor;
            cursor = row.next;
            left--;
            settle(row, out);
        }
        return left > 0;
    }

    /** Drops the copies that will not be written, and the removed rows that were kept for them. */
    void abortSnapshot() {
        while (left > 0 && cursor != null) {
            Row row = cursor;
            cursor = row.next;
            left--;
            row.frozen = null;
            if (row.epoch == Row.REMOVED) {
                unlink(row);
            }
        }
    }

    private void settle(Row row, ByteWriter out) {
        if (row.frozen != null) {
            out.put(row.frozen);
            row.frozen = null;
        } else {
            row.write(out);
        }
        if (row.epoch == Row.REMOVED) {
            unlink(row);
        } else {
            row.epoch = state.epoch();
        }
    }

    private void unlink(Row row) {
        Row previous = row.previous;
        Row next = row.next;
        if (cursor == row) {
            cursor = next;
        }
        if (!sameBlock(previous, row)) {
            if (next != null && sameBlock(row, next)) {
                blocks.put(block(row), next);
            } else {
                blocks.remove(block(row));
            }
        }
        if (previous == null) {
            first = next;
        } else {
            previous.next = next;
        }
        if (next == null) {
            last = previous;
        } else {
            next.previous = previous;
        }
        // Who still refers to the removed row must not keep the rows after it in memory.
        row.previous = null;
        row.next = null;
    }
}
