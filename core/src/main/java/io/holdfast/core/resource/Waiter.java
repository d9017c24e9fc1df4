package io.holdfast.core.resource;

import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.RequestRecord;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.state.Timed;

import org.jspecify.annotations.Nullable;

/**
 * One place in a resource's queue. Its number is its order, and {@code dueNanos} is its deadline.
 */
public final class Waiter extends Timed implements Keyed {

    /** Includes its terms, its call, and its entries in the index and in the deadlines. */
    private static final int BYTES = 88 + 48 + 32 + 2 * HeapSize.SLOT;

    final Resource resource;
    final GrantTerms wish;
    final long sinceNanos;
    final long sinceMillis;

    /** The waiting call; if no call is waiting, the call that took the place. */
    CallSite call;

    /** Whether a call is waiting now. */
    boolean parked;

    /** Whether one call takes the place and another one collects the grant. */
    final boolean twoPhase;

    @Nullable
    Waiter previous;

    @Nullable
    Waiter next;

    @Nullable
    Waiter previousOfHolder;

    @Nullable
    Waiter nextOfHolder;

    Waiter(
            long number,
            Resource resource,
            GrantTerms wish,
            CallSite call,
            boolean twoPhase,
            long sinceNanos,
            long sinceMillis) {
        super(number);
        this.resource = resource;
        this.wish = wish;
        this.call = call;
        this.twoPhase = twoPhase;
        this.sinceNanos = sinceNanos;
        this.sinceMillis = sinceMillis;
    }

    public Resource resource() {
        return resource;
    }

    public Holder holder() {
        return wish.holder();
    }

    public CallSite call() {
        return call;
    }

    public boolean parked() {
        return parked;
    }

    public boolean twoPhase() {
        return twoPhase;
    }

    public long sinceMillis() {
        return sinceMillis;
    }

    public @Nullable Waiter next() {
        return next;
    }

    @Override
    public long keyHigh() {
        return call.life().number();
    }

    @Override
    public long keyLow() {
        return call.sequence();
    }

    @Override
    public Due due() {
        return Due.WAITER;
    }

    @Override
    protected long heapBytes() {
        return bytes(wish);
    }

    /**
     * Returns the heap size of a waiter with these terms. A grant with the same terms takes less.
     */
    public static int bytes(GrantTerms wish) {
        return BYTES + HeapSize.text(wish.owner());
    }

    @Override
    protected long digest() {
        long hash = mix(mix(3, number()), resource.number());
        hash = mix(mix(hash, holder().number()), wish.salt());
        hash = mix(mix(hash, dueNanos()), wish.ttlNanos());
        hash = mix(mix(hash, call.life().number()), call.sequence());
        hash = mix(mix(hash, sinceNanos), sinceMillis);
        RequestRecord remembered = call.remembered();
        hash = mix(hash, remembered == null ? 0 : remembered.number());
        String owner = wish.owner();
        hash = mix(hash, owner == null ? 0 : owner.hashCode());
        hash = wish.saltHigh() == 0 ? hash : mix(hash, wish.saltHigh());
        return mix(hash, (parked ? 1 : 0) + (twoPhase ? 2 : 0));
    }
}
