package io.holdfast.core.state;

import java.util.ArrayList;
import java.util.List;

/**
 * What an inspection of the whole state finds wrong, and what it counts on the way. Inspections
 * read everything and change nothing; tests run one after every command.
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

    /** Counts a row whose deadline, if it has one, is among all the others. */
    public void see(Timed row) {
        boolean due = row.dueNanos() != Timed.NEVER;
        expect(due == state.deadlines().holds(row), "a deadline is not where it belongs", row);
        expect(row.dueNanos() > state.nowNanos(), "what is due is not over", row);
        timed += due ? 1 : 0;
        count(row);
    }

    /** Counts a row whose deadline is kept elsewhere. */
    public void count(Timed row) {
        expect(row.digest() == row.hash, "a row changed and the hash did not", row);
        hash += row.digest();
        bytes += row.heapBytes();
    }

    /** Counts what an index beside the rows takes. */
    public void countBytes(long more) {
        bytes += more;
    }

    /** Compares what was counted with what the state believes. */
    public void conclude() {
        expect(hash == state.hash(), "the hash is not the sum over all rows");
        expect(
                bytes == state.bytes(),
                "the rows take " + bytes + " bytes, but " + state.bytes() + " are counted");
        expect(state.deadlines().ordered(), "the deadlines are out of order");
        expect(state.deadlines().size() == timed, "there are deadlines of rows that are gone");
    }
}
