package io.holdfast.core.sessions;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.resource.Holder;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.SessionId;

import org.jspecify.annotations.Nullable;

/** The session of a client. Its number is the connection id in the statistics. */
public final class Session extends Holder implements Keyed {

    private static final int BYTES = 120 + 2 * HeapSize.SLOT;

    final long idHigh;
    final long idLow;
    final @Nullable String owner;
    final String address;

    /** The tenant that owns it. It is invisible to all other tenants. */
    final TenantUse tenant;

    /**
     * The process that serves its connection, or {@link MemberProcess#NONE} if it is not a
     * connection.
     */
    final MemberProcess life;

    long seenNanos;

    /** The time at which it expires unless its client is seen again. */
    long overNanos = NEVER;

    /** The number of its grants and waiters. */
    private int slots;

    Session(
            long number,
            SessionId id,
            TenantUse tenant,
            @Nullable String owner,
            String address,
            MemberProcess life) {
        super(number);
        this.idHigh = id.high();
        this.idLow = id.low();
        this.tenant = tenant;
        this.owner = owner;
        this.address = address;
        this.life = life;
    }

    public TenantUse tenant() {
        return tenant;
    }

    @Override
    public @Nullable String owner() {
        return owner;
    }

    @Override
    public MemberProcess life() {
        return life;
    }

    public boolean connected() {
        return life != MemberProcess.NONE;
    }

    public long seenNanos() {
        return seenNanos;
    }

    /** Returns how many slots it holds and waits for. */
    public int slots() {
        return slots;
    }

    @Override
    protected void counted(int change) {
        slots += change;
    }

    @Override
    public boolean overAt(long nowNanos) {
        return overNanos <= nowNanos && !inCall();
    }

    @Override
    public long keyHigh() {
        return idHigh;
    }

    @Override
    public long keyLow() {
        return idLow;
    }

    @Override
    public Due due() {
        return Due.SESSION;
    }

    @Override
    protected long heapBytes() {
        // Sessions that are not connections share the string of their address.
        return (long) BYTES + HeapSize.text(owner) + (connected() ? HeapSize.text(address) : 0);
    }

    static int bytes(@Nullable String owner, String address) {
        return BYTES + HeapSize.text(owner) + HeapSize.text(address);
    }

    @Override
    protected long digest() {
        long hash = mix(mix(4, number()), idHigh);
        hash = mix(mix(hash, idLow), address.hashCode());
        hash = mix(mix(hash, seenNanos), overNanos);
        hash = mix(mix(hash, dueNanos()), life.number());
        // The default tenant adds nothing, because sessions of the first format had no tenant.
        boolean first = tenant.name().equals(Actor.DEFAULT_TENANT);
        hash += first ? 0 : tenant.name().hashCode();
        return mix(hash, owner == null ? 0 : owner.hashCode());
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putLong(idHigh);
        out.putLong(idLow);
        out.putText(tenant.name());
        out.putOptionalText(owner);
        out.putText(address);
        out.putCount(life.number());
        out.putLong(seenNanos);
        out.putLong(overNanos);
        out.putLong(dueNanos());
    }
}
