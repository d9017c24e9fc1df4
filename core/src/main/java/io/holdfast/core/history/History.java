package io.holdfast.core.history;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.query.PastUse;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;

import org.jspecify.annotations.Nullable;

/**
 * Remembers the last grants and the last ended waits of each resource, even after the resource was
 * removed. Its memory is limited in total: the history of a resource that has been unused for
 * longest is dropped first.
 */
public final class History {

    /** The part of the memory budget that history may use. */
    private static final long SHARE = 16;

    /** The limit without a memory budget. */
    private static final long BYTES_MAX_DEFAULT = 64 << 20;

    /** How many rows one ended grant or wait drops or moves at most, so that no step takes long. */
    private static final int STEPS_MAX = 8;

    private static final Space[] SPACES = Space.values();

    private final State state;
    private final HistoryIndex byName = new HistoryIndex();
    private final RowList<ResourceHistory> rows;
    private int usesMax;
    private long bytesMax = BYTES_MAX_DEFAULT;
    private long bytes;

    public History(State state) {
        this.state = state;
        this.rows = new RowList<>(state);
    }

    public RowList<ResourceHistory> rows() {
        return rows;
    }

    public @Nullable ResourceHistory find(ResourceName name) {
        return byName.find(name, name.hashCode());
    }

    /**
     * Sets how many grants, and how many ended waits, of a resource are remembered. A longer
     * history shrinks when used.
     */
    public void configure(int newMax) {
        usesMax = newMax;
    }

    /** Derives the limit of the memory from the budget of the state; zero means no budget. */
    public void limitBytes(long stateBytesMax) {
        bytesMax = stateBytesMax == 0 ? BYTES_MAX_DEFAULT : stateBytesMax / SHARE;
    }

    /** Returns an estimate of the heap that the history occupies. */
    public long bytes() {
        return bytes;
    }

    /** Returns the limit of {@link #bytes}. */
    public long bytesMax() {
        return bytesMax;
    }

    int indexed() {
        return byName.size();
    }

    /** Returns whether ended grants and waits are remembered. */
    public boolean on() {
        return usesMax > 0 && state.format() >= Format.FOURTH;
    }

    /**
     * Remembers an ended grant or wait of the resource with this name. If the memory budget is
     * nearly used up, the history does not grow, so that what the grant's end freed can be used
     * again.
     */
    public void add(ResourceName name, int nameHash, PastUse use) {
        boolean room = state.hasRoom(PastUseBytes.heap(use) + bytesMax / 2);
        ResourceHistory row = byName.find(name, nameHash);
        if (row != null) {
            replace(row, use, room ? usesMax : Math.min(row.sizeFor(use), usesMax));
        } else if (room) {
            row = new ResourceHistory(state.nextNumber(), name, nameHash);
            row.add(use);
            attach(row);
        }
        shrink();
    }

    private void replace(ResourceHistory row, PastUse use, int most) {
        if (most == 0) {
            return;
        }
        state.touch(row);
        long before = row.heapBytes();
        while (row.sizeFor(use) >= most) {
            row.removeOldestFor(use);
        }
        row.add(use);
        row.used = true;
        resized(row.heapBytes() - before);
        state.changed(row);
    }

    private void attach(ResourceHistory row) {
        byName.add(row);
        rows.add(row);
        bytes += row.heapBytes();
    }

    private void detach(ResourceHistory row) {
        byName.remove(row);
        rows.remove(row);
        bytes -= row.heapBytes();
    }

    private void resized(long change) {
        bytes += change;
        state.resized(change);
    }

    /** Drops the oldest rows; one that was used since it became old moves behind the others. */
    private void shrink() {
        ResourceHistory oldest = rows.first();
        for (int step = 0; bytes > bytesMax && oldest != null && step < STEPS_MAX; step++) {
            detach(oldest);
            if (oldest.used) {
                attach(new ResourceHistory(state.nextNumber(), oldest));
            }
            oldest = rows.first();
        }
    }

    /** Reads a row from a snapshot. */
    public void read(ByteReader in) {
        long number = in.getCount();
        ResourceName name = new ResourceName(in.getText(), in.getOne(SPACES), in.getText());
        ResourceHistory row = new ResourceHistory(number, name, name.hashCode());
        row.used = in.getFlag();
        for (int left = in.getInt(Limits.HISTORY_MAX); left > 0; left--) {
            row.add(PastUseBytes.readGrant(in));
        }
        for (int left = in.getInt(Limits.HISTORY_MAX); left > 0; left--) {
            row.add(PastUseBytes.readWait(in));
        }
        if (byName.find(name, name.hashCode()) != null) {
            throw in.malformed("a resource has two histories");
        }
        attach(row);
    }
}
