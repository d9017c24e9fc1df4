package io.holdfast.core.ledger;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.codec.OutcomeCodec;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.state.Deadlines;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.value.RequestId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends every outcome to its call, and remembers the outcomes of requests with an id, up to a
 * maximum age and number. Outcomes that only mean "not now" are not remembered, because a retry is
 * expected to get a different one.
 */
public final class RequestLedger {

    private final State state;
    private final Deliveries deliveries;
    final KeyedIndex<RequestRecord> index = new KeyedIndex<>();
    private final RowList<RequestRecord> rows;

    /**
     * Remembered outcomes by expiry time. The first is also the first to be dropped for lack of
     * room.
     */
    final Deadlines kept = new Deadlines();

    private long keepNanos;
    private int keptMax = Integer.MAX_VALUE;

    /** The heap size of all rows. {@code bytesMax} limits it by dropping remembered outcomes. */
    long bytes;

    private long bytesMax = Long.MAX_VALUE;

    public RequestLedger(State state, Deliveries deliveries) {
        this.state = state;
        this.deliveries = deliveries;
        this.rows = new RowList<>(state);
    }

    /**
     * Applies the settings. No older outcome may expire after a newer one, so that the oldest
     * always goes first.
     */
    public void configure(long keepNanos, int keptMax) {
        this.keepNanos = keepNanos;
        this.keptMax = keptMax;
        rows.forEach(row -> {
            if (row.outcome != null && row.dueNanos() > keptUntilNanos()) {
                state.touch(row);
                kept.set(row, keptUntilNanos());
                state.changed(row);
            }
        });
        dropOver();
    }

    /** Returns an estimate of the heap that remembered outcomes occupy. */
    public long bytes() {
        return bytes;
    }

    /** Returns the limit of {@link #bytes}; {@code Long.MAX_VALUE} for none. */
    public long bytesMax() {
        return bytesMax;
    }

    /**
     * Limits the heap size. Old outcomes are dropped for new ones, so a release can always be
     * remembered.
     */
    public void limitBytes(long newMax) {
        bytesMax = newMax;
        dropOver();
    }

    /**
     * Returns the expiry time of a new outcome, never {@link Timed#NEVER}, so that it can be
     * dropped.
     */
    private long keptUntilNanos() {
        return Math.min(state.after(keepNanos), Timed.NEVER - 1);
    }

    public RowList<RequestRecord> rows() {
        return rows;
    }

    public long nextNanos() {
        return kept.nextNanos();
    }

    public @Nullable RequestRecord find(RequestId request) {
        return index.find(request.high(), request.low());
    }

    /** Returns the row of that key, for a reference in a snapshot. */
    public @Nullable RequestRecord find(long high, long low) {
        return index.find(high, low);
    }

    public RequestRecord open(RequestId request) {
        return add(new RequestRecord(state.nextNumber(), request));
    }

    /**
     * Handles a repeated request: it gets the remembered outcome, or waits together with the first
     * call.
     */
    public void repeat(RequestRecord row, RequestId request, CallSite call) {
        if (row.request.body() != request.body()) {
            reply(call, Refusal.REQUEST_MISMATCH.outcome());
        } else if (row.outcome != null) {
            if (!row.shared) {
                state.touch(row);
                row.shared = true;
                state.changed(row);
            }
            // Another call delivers the grant too, even if the process of the first call is lost.
            deliveries.forget(row.outcome.grantedFence());
            reply(call, row.outcome);
        } else {
            state.touch(row);
            row.joined.add(call);
            resized(RequestRecord.JOINED_BYTES);
            state.changed(row);
        }
    }

    private void resized(long change) {
        bytes += change;
        state.resized(change);
    }

    /** Answers a call and all calls that joined it. */
    public void answer(CallSite call, Outcome outcome) {
        reply(call, outcome);
        RequestRecord row = call.remembered();
        if (row != null && row.outcome == null) {
            settle(row, outcome);
        }
    }

    private void settle(RequestRecord row, Outcome outcome) {
        state.touch(row);
        row.shared = !row.joined.isEmpty();
        for (CallSite other : row.joined) {
            reply(other, outcome);
        }
        resized(-(long) RequestRecord.JOINED_BYTES * row.joined.size());
        row.joined.clear();
        if (outcome.passes()) {
            forget(row);
            return;
        }
        row.outcome = outcome;
        resized(OutcomeSize.of(outcome));
        kept.set(row, keptUntilNanos());
        state.changed(row);
        dropOver();
    }

    /**
     * Answers an abandoned call and returns the next call that waits for the same outcome; null if
     * there is none.
     */
    public @Nullable CallSite takeJoined(CallSite gone, Outcome outcome) {
        RequestRecord row = gone.remembered();
        if (row == null || row.joined.isEmpty()) {
            return null;
        }
        state.touch(row);
        CallSite next = row.joined.removeFirst();
        resized(-RequestRecord.JOINED_BYTES);
        state.changed(row);
        reply(gone, outcome);
        return next;
    }

    /**
     * Removes and answers an abandoned call that had joined another. Returns false if it had not
     * joined.
     */
    public boolean leave(RequestRecord row, CallSite call) {
        for (int i = 0; i < row.joined.size(); i++) {
            if (row.joined.get(i).same(call)) {
                state.touch(row);
                row.joined.remove(i);
                resized(-RequestRecord.JOINED_BYTES);
                state.changed(row);
                reply(call, Refusal.ABANDONED.outcome());
                return true;
            }
        }
        return false;
    }

    /** Answers this process's calls that had joined others, and removes them. */
    public void endJoined(MemberProcess life, Outcome outcome) {
        rows.forEach(row -> {
            for (CallSite call : List.copyOf(row.joined)) {
                if (call.life().number() == life.number()) {
                    state.touch(row);
                    row.joined.remove(call);
                    resized(-RequestRecord.JOINED_BYTES);
                    state.changed(row);
                    reply(call, outcome);
                }
            }
        });
    }

    /** Drops the outcome of an undelivered grant, so that a repeated request is executed again. */
    public void forgetAnswer(Delivery undelivered) {
        RequestRecord row = undelivered.answer(this);
        if (row != null) {
            forget(row);
        }
    }

    public void forget(RequestRecord row) {
        state.touch(row);
        bytes -= row.heapBytes();
        kept.cancel(row);
        index.remove(row);
        rows.remove(row);
    }

    /** Drops expired outcomes. */
    public void expire() {
        while (kept.size() > 0 && kept.nextNanos() <= state.nowNanos()) {
            dropFirst();
        }
    }

    private void dropOver() {
        while (kept.size() > keptMax || bytes > bytesMax && kept.size() > 0) {
            dropFirst();
        }
    }

    private void dropFirst() {
        if (kept.first() instanceof RequestRecord row) {
            forget(row);
        }
    }

    private void reply(CallSite call, Outcome outcome) {
        state.effects().replies().add(new Reply(call.life().origin(call.sequence()), outcome));
    }

    private RequestRecord add(RequestRecord row) {
        index.add(row);
        rows.add(row);
        bytes += row.heapBytes();
        return row;
    }

    public void read(ByteReader in, MemberProcesses lives) {
        long number = in.getCount();
        RequestId request = new RequestId(in.getLong(), in.getLong(), in.getLong());
        RequestRecord row = new RequestRecord(number, request);
        long dueNanos = in.getLong();
        row.shared = in.getFlag();
        row.outcome = in.getFlag() ? OutcomeCodec.read(in) : null;
        int joined = in.getInt(Integer.MAX_VALUE);
        for (int i = 0; i < joined; i++) {
            MemberProcess life = lives.byNumber(in.getCount());
            if (life == null) {
                throw in.malformed("a repeated request comes from an unknown process");
            }
            row.joined.add(new CallSite(life, in.getCount(), row));
        }
        if (dueNanos != Timed.NEVER) {
            kept.set(row, dueNanos);
        }
        add(row);
    }
}
