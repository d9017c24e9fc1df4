package io.holdfast.core.locks;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.state.Row;

import org.jspecify.annotations.Nullable;

/**
 * An enqueued request that its session has not collected yet: first a waiter, then a grant. If the
 * lease expires before that, only the record of it remains.
 */
final class Place extends Row implements Keyed {

    static final int BYTES = 96 + HeapSize.SLOT;

    /** Numbers, not references: the record of an expired grant may outlive both. */
    final long session;

    final long resource;

    /** The call that took the place, to tell its hang-up from that of another call. */
    final long callLife;

    final long callSequence;

    @Nullable
    Waiter waiter;

    @Nullable
    Grant grant;

    Place(long number, long session, long resource, long callLife, long callSequence) {
        super(number);
        this.session = session;
        this.resource = resource;
        this.callLife = callLife;
        this.callSequence = callSequence;
    }

    boolean expired() {
        return waiter == null && grant == null;
    }

    boolean takenBy(CallSite call) {
        return callSequence == call.sequence() && callLife == call.life().number();
    }

    @Override
    public long keyHigh() {
        return session;
    }

    @Override
    public long keyLow() {
        return resource;
    }

    @Override
    public Due due() {
        return Due.PLACE;
    }

    @Override
    protected long heapBytes() {
        return BYTES;
    }

    @Override
    protected long digest() {
        long hash = mix(mix(6, number()), session);
        hash = mix(mix(hash, resource), dueNanos());
        hash = mix(mix(hash, callLife), callSequence);
        hash = mix(hash, waiter == null ? 0 : waiter.number());
        return mix(hash, grant == null ? 0 : grant.number());
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putCount(session);
        out.putCount(resource);
        out.putCount(callLife);
        out.putCount(callSequence);
        out.putLong(dueNanos());
        out.putCount(waiter == null ? 0 : waiter.number());
        out.putCount(grant == null ? 0 : grant.number());
    }
}
