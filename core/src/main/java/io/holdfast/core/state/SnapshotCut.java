package io.holdfast.core.state;

import io.holdfast.core.bytes.ByteWriter;

import java.util.List;

/**
 * A running snapshot: the state at the time it began, written in pieces while the machine
 * continues. Only one can run at a time.
 */
public final class SnapshotCut {

    private final State state;
    private final List<RowList<?>> lists;
    private int current;

    /** Begins the snapshot. All lists must be given, in writing order. */
    public SnapshotCut(State state, List<RowList<?>> lists) {
        this.state = state;
        this.lists = lists;
        state.beginSnapshot();
        for (RowList<?> list : lists) {
            list.beginSnapshot();
        }
    }

    /**
     * Appends rows to the piece until it is large enough. Returns false if this was the last piece.
     */
    public boolean writeSome(ByteWriter out, int bytesMax) {
        while (current < lists.size()) {
            if (lists.get(current).writeSome(out, bytesMax)) {
                return true;
            }
            current++;
        }
        state.endSnapshot();
        return false;
    }

    /** Aborts the snapshot, so that rows are no longer copied for it. */
    public void abort() {
        for (RowList<?> list : lists) {
            list.abortSnapshot();
        }
        state.endSnapshot();
    }
}
