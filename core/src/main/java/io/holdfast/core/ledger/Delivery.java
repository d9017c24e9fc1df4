package io.holdfast.core.ledger;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.state.Row;

import org.jspecify.annotations.Nullable;

/** A recent grant that a process was to deliver to a waiting client. Its number is the fence. */
public final class Delivery extends Row implements Keyed {

    /**
     * Includes its entry in the index. The number of deliveries is limited, so the budget never
     * rejects one.
     */
    private static final long BYTES = 96 + HeapSize.SLOT;

    private static final long NONE = 0;

    final long life;
    final long madeNanos;

    /**
     * The remembered outcome that contains the grant, by its number and its key; zero if there is
     * none.
     */
    private final long answer;

    private final long requestHigh;
    private final long requestLow;

    Delivery(long fence, MemberProcess life, long madeNanos, @Nullable RequestRecord remembered) {
        super(fence);
        this.life = life.number();
        this.madeNanos = madeNanos;
        this.answer = remembered == null ? NONE : remembered.number();
        this.requestHigh = remembered == null ? NONE : remembered.request.high();
        this.requestLow = remembered == null ? NONE : remembered.request.low();
    }

    Delivery(ByteReader in) {
        super(in.getCount());
        this.life = in.getCount();
        this.madeNanos = in.getLong();
        this.answer = in.getCount();
        this.requestHigh = in.getLong();
        this.requestLow = in.getLong();
    }

    public long fence() {
        return number();
    }

    /** Returns the remembered outcome that contains the grant, unless the ledger has dropped it. */
    @Nullable
    RequestRecord answer(RequestLedger ledger) {
        RequestRecord row = answer == NONE ? null : ledger.find(requestHigh, requestLow);
        return row != null && row.number() == answer ? row : null;
    }

    @Override
    public long keyHigh() {
        return 0;
    }

    @Override
    public long keyLow() {
        return number();
    }

    @Override
    public Due due() {
        return Due.DELIVERY;
    }

    @Override
    protected long heapBytes() {
        return BYTES;
    }

    @Override
    protected long digest() {
        long hash = mix(mix(mix(17, number()), life), madeNanos);
        return mix(mix(mix(hash, answer), requestHigh), requestLow);
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putCount(life);
        out.putLong(madeNanos);
        out.putCount(answer);
        out.putLong(requestHigh);
        out.putLong(requestLow);
    }
}
