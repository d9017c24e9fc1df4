package io.holdfast.core.state;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.bytes.MalformedBytesException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the order of their creation, which is also their order in a snapshot. While a snapshot is
 * being written in pieces, a row that changes is copied first and a row that goes stays as its
 * copy, so that the snapshot shows one instant and the machine never waits for it.
 *
 * <p>Numbers rise along the list, so that a query can read it in pieces: each piece begins after
 * the number at which the one before ended, whether or not that row still exists.
 */
public final class RowList<R extends Row> {

    /** Rows whose numbers differ only in these bits share one entry of the block index. */
    private static final int BLOCK_BITS = 8;

    /** Stands for the number after the last row. */
    public static final long END = Long.MAX_VALUE;

    private final State state;

    /** The first row of each block of numbers, so that a walk can begin anywhere. */
    private final TreeMap<Long, Row> blocks = new TreeMap<>();

    private @Nullable Row first;
    private @Nullable Row last;
    private int size;

    /** The next row of the running snapshot, and how many of its rows are left. */
    private @Nullable Row cursor;

    private int left;

    public RowList(State state) {
        this.state = state;
    }

    public int size() {
        return size;
    }

    /** The oldest row, or null if there is none. */
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
            // New rows get rising numbers, so that only a damaged snapshot can bring another.
            throw new MalformedBytesException("row numbers do not rise along their list");
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
     * Hands over the rows with a higher number than this, as many as may be visited. A row for
     * which {@code each} answers false is left for the next piece, and so are those behind it.
     *
     * @return the number after which the next piece begins; {@link #END} if nothing is left
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

    /** The first row with a higher number, which may be one that only a snapshot still has. */
    @SuppressWarnings("unchecked") // Only rows of this type are ever added.
    public @Nullable R after(long number, Visits visits) {
        return (R) firstAfter(number, visits);
    }

    /** Passes at most one block of rows, because only the first block may begin before it. */
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

    /** Writes rows until the piece is large enough; false when nothing is left. */
    boolean writeSome(ByteWriter out, int bytesMax) {
        while (left > 0 && out.size() < bytesMax && cursor != null) {
            Row row = cursor;
            cursor = row.next;
            left--;
            settle(row, out);
        }
        return left > 0;
    }

    /** Drops the copies that nobody will write, and the rows that only stayed as such. */
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
    }
}
