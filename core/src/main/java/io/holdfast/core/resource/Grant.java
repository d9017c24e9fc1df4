package io.holdfast.core.resource;

import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.state.Timed;
import io.holdfast.core.value.Token;

import org.jspecify.annotations.Nullable;

/** One held slot, until its lease expires. Its number is its fence. */
public sealed class Grant extends Timed implements Keyed permits WideGrant {

    private static final int ATTACHED = 1;
    private static final int UNCOLLECTED = 2;
    private static final int SLOT_SHIFT = 2;

    private static final long MILLI_NANOS = 1_000_000;

    /** Includes its entries in the index and in the deadlines. */
    private static final int BYTES = 104 + 2 * HeapSize.SLOT;

    /** The upper half of a secret, and an entry in the index of secrets. */
    static final int WIDE_BYTES = Long.BYTES + HeapSize.SLOT;

    final Resource resource;
    final Holder holder;
    final @Nullable String owner;
    final long salt;

    /** When it was granted, by the wall clock, for display. */
    final long sinceMillis;

    /** The slot, shifted past two flags, because two more fields would make the object larger. */
    private int slotAndFlags;

    /** How long the holder waited; zero before format 4, which added it. */
    int waitedMillis;

    /**
     * The lower 32 bits of the log time at which it was granted, in milliseconds; zero if unknown,
     * as before format 4, which added it.
     */
    int grantedLogMillis;

    long ttlNanos;

    @Nullable
    Grant previousOfHolder;

    @Nullable
    Grant nextOfHolder;

    @Nullable
    Grant previousOfResource;

    @Nullable
    Grant nextOfResource;

    Grant(long fence, Resource resource, GrantTerms wish, int slot, long sinceMillis) {
        super(fence);
        this.resource = resource;
        this.holder = wish.holder();
        this.owner = wish.owner();
        this.salt = wish.salt();
        this.ttlNanos = wish.ttlNanos();
        this.slotAndFlags = slot << SLOT_SHIFT;
        this.sinceMillis = sinceMillis;
        attached(wish.holder().listed());
    }

    /**
     * Creates a grant. Most grants have no upper half of a secret, so the field is only in
     * {@link WideGrant}.
     */
    static Grant of(long fence, Resource resource, GrantTerms wish, int slot, long sinceMillis) {
        return wish.saltHigh() == 0
                ? new Grant(fence, resource, wish, slot, sinceMillis)
                : new WideGrant(fence, resource, wish, slot, sinceMillis);
    }

    public final Token token() {
        return new Token(number(), salt);
    }

    public final Resource resource() {
        return resource;
    }

    public final Holder holder() {
        return holder;
    }

    public final @Nullable String owner() {
        return owner;
    }

    public final long ttlNanos() {
        return ttlNanos;
    }

    public final int slot() {
        return slotAndFlags >>> SLOT_SHIFT;
    }

    public final long sinceMillis() {
        return sinceMillis;
    }

    /** Returns the upper half of its secret; zero if its token contains the fence instead. */
    public long saltHigh() {
        return 0;
    }

    public final long salt() {
        return salt;
    }

    /** Returns whether it was granted to an enqueued place that has not been collected yet. */
    public final boolean uncollected() {
        return (slotAndFlags & UNCOLLECTED) != 0;
    }

    final void uncollected(boolean is) {
        flag(UNCOLLECTED, is);
    }

    /**
     * Returns whether it is in its holder's list. False if the holder has ended and left the grant
     * to run until its lease expires, and for grants of a {@link Bearer}.
     */
    final boolean attached() {
        return (slotAndFlags & ATTACHED) != 0;
    }

    final void attached(boolean is) {
        flag(ATTACHED, is);
    }

    private void flag(int flag, boolean is) {
        slotAndFlags = is ? slotAndFlags | flag : slotAndFlags & ~flag;
    }

    /** Returns the two flags as the number that snapshots contain. */
    final int flags() {
        return slotAndFlags & (ATTACHED | UNCOLLECTED);
    }

    /** Returns the value of {@code grantedLogMillis} for a grant at this log time. */
    static int logMillis(long nowNanos) {
        // One more, because zero stands for an unknown time.
        return (int) (nowNanos / MILLI_NANOS + 1);
    }

    /**
     * Returns how long it has been held, by log time, so that a change of the wall clock does not
     * count. Only if that is unknown, or longer than 24 days, the wall clock is used.
     */
    final long heldMillis(long nowNanos, long wallMillis) {
        long byWall = Math.max(0, wallMillis - sinceMillis);
        if (grantedLogMillis == 0 || byWall > Integer.MAX_VALUE) {
            return byWall;
        }
        return Integer.toUnsignedLong(logMillis(nowNanos) - grantedLogMillis);
    }

    /** Returns the next grant of the same resource, in fence order. */
    public final @Nullable Grant nextOfResource() {
        return nextOfResource;
    }

    @Override
    public final long keyHigh() {
        return 0;
    }

    @Override
    public final long keyLow() {
        return number();
    }

    @Override
    public final Due due() {
        return Due.GRANT;
    }

    @Override
    protected long heapBytes() {
        return (long) BYTES + HeapSize.text(owner);
    }

    /** Returns the heap size of a grant with these terms. */
    public static int bytes(GrantTerms wish) {
        return BYTES + HeapSize.text(wish.owner()) + (wish.saltHigh() == 0 ? 0 : WIDE_BYTES);
    }

    @Override
    protected long digest() {
        long hash = mix(mix(2, number()), resource.number());
        hash = mix(mix(hash, holder.number()), salt);
        hash = mix(mix(hash, dueNanos()), ttlNanos);
        hash = mix(mix(hash, slot()), sinceMillis);
        hash = mix(hash, owner == null ? 0 : owner.hashCode());
        hash = waitedMillis == 0 ? hash : mix(hash, waitedMillis);
        hash = grantedLogMillis == 0 ? hash : mix(hash, grantedLogMillis);
        return mix(hash, flags());
    }
}
