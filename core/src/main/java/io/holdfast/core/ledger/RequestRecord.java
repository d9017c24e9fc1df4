package io.holdfast.core.ledger;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.codec.OutcomeCodec;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.state.Row;
import io.holdfast.core.value.RequestId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request id and its outcome, or the calls that joined the first one to wait for it. */
public final class RequestRecord extends Row implements Keyed {

    /** The heap size of a joined call. */
    static final int JOINED_BYTES = 48;

    /** Includes the request's id and its entries in the index and in the expiry order. */
    private static final int BYTES = 72 + 40 + 24 + 2 * HeapSize.SLOT;

    final RequestId request;

    @Nullable
    Outcome outcome;

    final List<CallSite> joined = new ArrayList<>(0);

    /** Whether the outcome went to several calls. None of them may then give it back alone. */
    boolean shared;

    RequestRecord(long number, RequestId request) {
        super(number);
        this.request = request;
    }

    public RequestId request() {
        return request;
    }

    public @Nullable Outcome outcome() {
        return outcome;
    }

    public boolean shared() {
        return shared;
    }

    @Override
    public long keyHigh() {
        return request.high();
    }

    @Override
    public long keyLow() {
        return request.low();
    }

    @Override
    public Due due() {
        return Due.OUTCOME;
    }

    @Override
    protected long heapBytes() {
        long sum = BYTES + (long) JOINED_BYTES * joined.size();
        return outcome == null ? sum : sum + OutcomeSize.of(outcome);
    }

    @Override
    protected long digest() {
        long hash = mix(mix(5, request.high()), request.low());
        hash = mix(mix(hash, request.body()), dueNanos());
        hash = mix(hash, outcome == null ? 0 : OutcomeCodec.digest(outcome));
        for (CallSite call : joined) {
            hash = mix(mix(hash, call.life().number()), call.sequence());
        }
        return mix(mix(hash, number()), shared ? 1 : 0);
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putLong(request.high());
        out.putLong(request.low());
        out.putLong(request.body());
        out.putLong(dueNanos());
        out.put(shared);
        out.put(outcome != null);
        if (outcome != null) {
            OutcomeCodec.write(outcome, out);
        }
        out.putCount(joined.size());
        for (CallSite call : joined) {
            out.putCount(call.life().number());
            out.putCount(call.sequence());
        }
    }
}
