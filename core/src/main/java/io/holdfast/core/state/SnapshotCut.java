package io.holdfast.core.state;

import io.holdfast.core.bytes.ByteWriter;

import java.util.List;

/**
 * A snapshot under way: the state of the instant at which it began, handed out in pieces while the
 * machine goes on. One at a time.
 */
public final class SnapshotCut {

    private final State state;
    private final List<RowList<?>> lists;
    private int current;

    /** Begins the snapshot; every list must be given, in the order in which they are written. */
    public SnapshotCut(State state, List<RowList<?>> lists) {
        this.state = state;
        this.lists = lists;
        state.beginSnapshot();
        for (RowList<?> list : lists) {
            list.beginSnapshot();
        }
    }

    /** Appends rows to the piece until it is large enough; false when this was the last piece. */
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

    /** Gives the snapshot up, so that rows are no longer copied for it. */
    public void abort() {
        for (RowList<?> list : lists) {
            list.abortSnapshot();
        }
        state.endSnapshot();
    }
}
