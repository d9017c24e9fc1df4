package io.holdfast.core.ledger;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.value.Format;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records which process was to deliver each recent grant that ended a wait, so that an undelivered
 * grant of a lost member can go to the next waiter. Dropping a record is always safe: that grant
 * then runs until its lease expires.
 */
public final class Deliveries {

    /** The maximum number of records. The oldest is dropped for a new one. */
    static final int MAX = 16_384;

    /** Longer than it takes to declare a member lost while its clients still wait. */
    static final long AGE_NANOS_MAX = 60_000_000_000L;

    private final State state;
    final MemberProcesses lives;
    final KeyedIndex<Delivery> byFence = new KeyedIndex<>();
    private final RowList<Delivery> rows;

    public Deliveries(State state, MemberProcesses lives) {
        this.state = state;
        this.lives = lives;
        this.rows = new RowList<>(state);
    }

    public RowList<Delivery> rows() {
        return rows;
    }

    /**
     * Records that the process is to deliver a grant that ended a wait. Nothing is recorded if only
     * one process is alive, or if another call with the same request gets the same answer.
     */
    public void expect(long fence, MemberProcess life, @Nullable RequestRecord remembered) {
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

    /** Drops the record: the grant ended, or its holder has used it and therefore knows it. */
    public void forget(long fence) {
        if (rows.size() > 0) {
            Delivery known = byFence.find(0, fence);
            if (known != null) {
                remove(known);
            }
        }
    }

    /**
     * Drops all records of an ended process. Returns those of grants made at that log time or
     * later.
     */
    public List<Delivery> takeAll(MemberProcess life, long sinceNanos) {
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

    public void read(ByteReader in) {
        Delivery row = new Delivery(in);
        MemberProcess life = lives.byNumber(row.life);
        if (life == null || life.over()) {
            throw in.malformed("a grant is to be delivered by an unknown process");
        }
        add(row);
    }
}
