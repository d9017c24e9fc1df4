package io.holdfast.core.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All deadlines, in a heap whose rows know their index: setting, moving and cancelling a deadline
 * takes O(log n), reading the next one O(1).
 */
public final class Deadlines {

    Timed[] heap = new Timed[64];
    private int size;

    /** Returns the earliest deadline, or {@link Timed#NEVER}. */
    public long nextNanos() {
        return size == 0 ? Timed.NEVER : heap[0].dueNanos;
    }

    public int size() {
        return size;
    }

    public void set(Timed row, long dueNanos) {
        row.dueNanos = dueNanos;
        if (dueNanos == Timed.NEVER) {
            remove(row);
        } else if (row.heapIndex < 0) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            place(row, size++);
            up(row);
        } else {
            up(row);
            down(row);
        }
    }

    public void cancel(Timed row) {
        row.dueNanos = Timed.NEVER;
        remove(row);
    }

    public @Nullable Timed first() {
        return size == 0 ? null : heap[0];
    }

    private void remove(Timed row) {
        int hole = row.heapIndex;
        if (hole < 0) {
            return;
        }
        row.heapIndex = -1;
        Timed moved = heap[--size];
        if (moved != row) {
            place(moved, hole);
            up(moved);
            down(moved);
        }
        clear(size);
    }

    /** Clears the slot after the last row: a removed row must not stay reachable. */
    @SuppressWarnings("NullAway") // Slots beyond the size are never read.
    private void clear(int slot) {
        heap[slot] = null;
    }

    private void up(Timed row) {
        int index = row.heapIndex;
        while (index > 0) {
            Timed parent = heap[(index - 1) >>> 1];
            if (!before(row, parent)) {
                return;
            }
            place(parent, index);
            index = (index - 1) >>> 1;
            place(row, index);
        }
    }

    private void down(Timed row) {
        int index = row.heapIndex;
        while (true) {
            int child = 2 * index + 1;
            if (child >= size) {
                return;
            }
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], row)) {
                return;
            }
            place(heap[child], index);
            index = child;
            place(row, index);
        }
    }

    private void place(Timed row, int index) {
        heap[index] = row;
        row.heapIndex = index;
    }

    static boolean before(Timed one, Timed other) {
        if (one.dueNanos != other.dueNanos) {
            return one.dueNanos < other.dueNanos;
        }
        int order = one.due().compareTo(other.due());
        return order != 0 ? order < 0 : one.number() < other.number();
    }
}
