package io.holdfast.core.state;

import org.jspecify.annotations.Nullable;

/** Finds rows by a key of two numbers, as most rows have. */
public final class KeyedIndex<T extends KeyedIndex.Keyed> extends Index<T> {

    /** A row whose key of two numbers does not change while it is in the index. */
    public interface Keyed {

        long keyHigh();

        long keyLow();
    }

    public @Nullable T find(long high, long low) {
        int slot = start(hash(high, low));
        while (true) {
            T row = at(slot);
            if (row == null || row.keyLow() == low && row.keyHigh() == high) {
                return row;
            }
            slot = after(slot);
        }
    }

    @Override
    protected int hash(T row) {
        return hash(row.keyHigh(), row.keyLow());
    }

    private static int hash(long high, long low) {
        long mixed = (high * 31 + low) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }
}
