package io.holdfast.core.state;

import org.jspecify.annotations.Nullable;

/**
 * Finds rows by key. It cannot be iterated, so the order of its slots cannot influence a decision.
 * It stores one reference per slot, because rows know their own keys.
 */
public abstract class Index<T> {

    private @Nullable Object[] slots = new Object[64];
    private int size;

    /** A hash that is the same in every process. */
    protected abstract int hash(T row);

    public final int size() {
        return size;
    }

    public final void add(T row) {
        if ((size + 1) * 3 > slots.length * 2) {
            grow();
        }
        insert(row);
        size++;
    }

    public final void remove(T row) {
        int mask = slots.length - 1;
        int hole = start(hash(row));
        while (slots[hole] != row) {
            if (slots[hole] == null) {
                throw new IllegalStateException("the row is not in its index");
            }
            hole = hole + 1 & mask;
        }
        size--;
        // Move later rows of the same run up, so that no search stops at the hole.
        int probe = hole;
        while (true) {
            probe = probe + 1 & mask;
            T moved = at(probe);
            if (moved == null) {
                break;
            }
            int home = start(hash(moved));
            if ((probe - home & mask) >= (probe - hole & mask)) {
                slots[hole] = moved;
                hole = probe;
            }
        }
        slots[hole] = null;
    }

    /**
     * Returns the first slot of a search. Continue with {@link #after} until {@link #at} returns
     * null.
     */
    protected final int start(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ mixed >>> 15) & slots.length - 1;
    }

    protected final int after(int slot) {
        return slot + 1 & slots.length - 1;
    }

    @SuppressWarnings("unchecked") // Only rows of this type are ever added.
    protected final @Nullable T at(int slot) {
        return (T) slots[slot];
    }

    private void insert(T row) {
        int slot = start(hash(row));
        while (slots[slot] != null) {
            slot = after(slot);
        }
        slots[slot] = row;
    }

    @SuppressWarnings("unchecked") // Only rows of this type are ever added.
    private void grow() {
        @Nullable Object[] old = slots;
        slots = new Object[old.length * 2];
        for (Object row : old) {
            if (row != null) {
                insert((T) row);
            }
        }
    }
}
