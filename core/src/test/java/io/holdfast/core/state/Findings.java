package io.holdfast.core.state;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the problems that an inspection finds in the state, and counts rows, hash and bytes.
 * Inspections never change the state; tests run one after every command.
 */
public final class Findings {

    private final State state;
    private final List<String> problems = new ArrayList<>();
    private long hash;
    private long bytes;
    private int timed;

    public Findings(State state) {
        this.state = state;
    }

    public List<String> problems() {
        return problems;
    }

    public long nowNanos() {
        return state.nowNanos();
    }

    public void expect(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }

    public void expect(boolean holds, String otherwise, Timed row) {
        if (!holds) {
            problems.add(otherwise + ": " + row.due() + " " + row.number());
        }
    }

    /** Counts a row whose deadline, if any, is in {@link Deadlines}. */
    public void see(Timed row) {
        boolean due = row.dueNanos() != Timed.NEVER;
        expect(due == holds(state.deadlines(), row), "a deadline is missing or stale", row);
        expect(row.dueNanos() > state.nowNanos(), "a row is past its deadline", row);
        timed += due ? 1 : 0;
        count(row);
    }

    /** Counts a row whose deadline is kept elsewhere. */
    public void count(Timed row) {
        expect(row.digest() == row.hash, "a row changed without its hash", row);
        hash += row.digest();
        bytes += row.heapBytes();
    }

    /** Counts the heap size of an index beside the rows. */
    public void countBytes(long more) {
        bytes += more;
    }

    /** Compares the counts with those of the state. */
    public void conclude() {
        expect(hash == state.hash(), "the state hash is not the sum over all rows");
        expect(
                bytes == state.bytes(),
                "the rows take " + bytes + " bytes, but " + state.bytes() + " are accounted");
        expect(intact(state.deadlines()), "the deadlines are out of order or keep a removed row");
        expect(state.deadlines().size() == timed, "a removed row still has a deadline");
    }

    /** Returns whether the heap order holds, and no removed row is kept after the last one. */
    public static boolean intact(Deadlines deadlines) {
        for (int index = 1; index < deadlines.size(); index++) {
            if (Deadlines.before(deadlines.heap[index], deadlines.heap[(index - 1) >>> 1])) {
                return false;
            }
        }
        for (int index = deadlines.size(); index < deadlines.heap.length; index++) {
            if (deadlines.heap[index] != null) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Deadlines deadlines, Timed row) {
        int index = row.heapIndex;
        return index >= 0 && index < deadlines.size() && deadlines.heap[index] == row;
    }
}
