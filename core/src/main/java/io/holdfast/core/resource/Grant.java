package io.holdfast.core.resource;

import io.holdfast.core.command.Token;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.state.Timed;

import org.jspecify.annotations.Nullable;

/** One slot in somebody's hands until its lease falls due. Its number is its fence. */
public final class Grant extends Timed implements Keyed {

    final Resource resource;
    final Holder holder;
    final @Nullable String owner;
    final long salt;
    final long sinceMillis;
    final int slot;
    long ttlNanos;

    /** False once its holder ended and left it behind: it then runs until its lease is over. */
    boolean attached = true;

    /** Whether it came through a place in line that its holder has yet to collect. */
    boolean uncollected;

    @Nullable
    Grant previousOfHolder;

    @Nullable
    Grant nextOfHolder;

    @Nullable
    Grant previousOfResource;

    @Nullable
    Grant nextOfResource;

    Grant(long fence, Resource resource, Wish wish, int slot, long sinceMillis) {
        super(fence);
        this.resource = resource;
        this.holder = wish.holder();
        this.owner = wish.owner();
        this.salt = wish.salt();
        this.ttlNanos = wish.ttlNanos();
        this.slot = slot;
        this.sinceMillis = sinceMillis;
    }

    /** Whether it is still among the grants of its resource. */
    boolean heldSlot() {
        Grant grant = resource.firstGrant();
        while (grant != null && grant != this) {
            grant = grant.nextOfResource;
        }
        return grant == this;
    }

    public Token token() {
        return new Token(number(), salt);
    }

    public Resource resource() {
        return resource;
    }

    public Holder holder() {
        return holder;
    }

    public @Nullable String owner() {
        return owner;
    }

    public long ttlNanos() {
        return ttlNanos;
    }

    public int slot() {
        return slot;
    }

    public long sinceMillis() {
        return sinceMillis;
    }

    public boolean uncollected() {
        return uncollected;
    }

    /** The next grant of the same resource, in the order of fences. */
    public @Nullable Grant nextOfResource() {
        return nextOfResource;
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
        return Due.GRANT;
    }

    @Override
    protected long digest() {
        long hash = mix(mix(2, number()), resource.number());
        hash = mix(mix(hash, holder.number()), salt);
        hash = mix(mix(hash, dueNanos()), ttlNanos);
        hash = mix(mix(hash, slot), sinceMillis);
        hash = mix(hash, owner == null ? 0 : owner.hashCode());
        return mix(hash, (attached ? 1 : 0) + (uncollected ? 2 : 0));
    }
}
