package io.holdfast.core.state;

import io.holdfast.core.bytes.ByteWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows in the order of their creation, which is also their order in a snapshot. While a snapshot is
 * being written in pieces, a row that changes is copied first and a row that goes stays as its
 * copy, so that the snapshot shows one instant and the machine never waits for it.
 */
public final class RowList<R extends Row> {

    private final State state;
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
        row.epoch = state.epoch();
        row.previous = last;
        if (last == null) {
            first = row;
        } else {
            last.next = row;
        }
        last = row;
        size++;
        state.changed(row);
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
