package io.holdfast.core.ledger;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.command.Format;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which process was to deliver each recent grant that ended a wait, so that an undelivered grant of
 * a lost member can go to the next waiter. Forgetting one is always safe: that grant runs to the
 * end of its lease.
 */
public final class Deliveries {

    /** At most so many are known; the oldest makes room. */
    static final int MAX = 16_384;

    /** Longer than any member takes to be declared lost while its clients still wait. */
    static final long AGE_NANOS_MAX = 60_000_000_000L;

    private final State state;
    private final Lives lives;
    private final KeyedIndex<Delivery> byFence = new KeyedIndex<>();
    private final RowList<Delivery> rows;

    public Deliveries(State state, Lives lives) {
        this.state = state;
        this.lives = lives;
        this.rows = new RowList<>(state);
    }

    public RowList<Delivery> rows() {
        return rows;
    }

    /**
     * A wait ended with this grant, and the process is to deliver it. Nothing is noted if only one
     * process is alive, or if a repeat of the request gets the same answer through another call.
     */
    public void expect(long fence, NodeLife life, @Nullable Remembered remembered) {
        boolean shared = remembered != null && !remembered.joined.isEmpty();
        if (state.format() < Format.THIRD || life.over() || shared || !lives.several()) {
            return;
        }
        Delivery first = rows.first();
        while (first != null
                && (rows.size() >= MAX || state.nowNanos() - first.madeNanos > AGE_NANOS_MAX)) {
            remove(first);
            first = rows.first();
        }
        add(new Delivery(fence, life, state.nowNanos(), remembered));
    }

    /** The grant ended, or its holder has shown that it knows of it. */
    public void forget(long fence) {
        if (rows.size() > 0) {
            Delivery known = byFence.find(0, fence);
            if (known != null) {
                remove(known);
            }
        }
    }

    /** A process is over. Returns its grants that were made at that log time or later. */
    public List<Delivery> takeAll(NodeLife life, long sinceNanos) {
        List<Delivery> undelivered = new ArrayList<>();
        rows.forEach(row -> {
            if (row.life == life.number()) {
                if (row.madeNanos >= sinceNanos) {
                    undelivered.add(row);
                }
                remove(row);
            }
        });
        return undelivered;
    }

    private void add(Delivery row) {
        byFence.add(row);
        rows.add(row);
    }

    private void remove(Delivery row) {
        byFence.remove(row);
        rows.remove(row);
    }

    /** Reads a row from a snapshot. */
    public void read(ByteReader in) {
        Delivery row = new Delivery(in);
        NodeLife life = lives.byNumber(row.life);
        if (life == null || life.over()) {
            throw in.malformed("a grant is to be delivered by a process that is not known");
        }
        add(row);
    }

    public void inspect(Findings findings, LongPredicate held) {
        rows.forEach(row -> {
            findings.count(row);
            findings.expect(byFence.find(0, row.fence()) == row, "not found by its fence", row);
            findings.expect(held.test(row.fence()), "a delivery of a grant that is gone", row);
            NodeLife life = lives.byNumber(row.life);
            findings.expect(life != null && !life.over(), "its process is over", row);
        });
        findings.expect(byFence.size() == rows.size(), "fences of deliveries that are gone");
        findings.expect(rows.size() <= MAX, "more deliveries are known than may be");
    }
}
