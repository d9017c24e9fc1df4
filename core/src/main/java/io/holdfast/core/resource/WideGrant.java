package io.holdfast.core.resource;

/** A grant whose proof is a secret of 128 bits, rather than its fence and half as many. */
final class WideGrant extends Grant {

    private final long saltHigh;

    WideGrant(long fence, Resource resource, GrantTerms wish, int slot, long sinceMillis) {
        super(fence, resource, wish, slot, sinceMillis);
        this.saltHigh = wish.saltHigh();
    }

    @Override
    public long saltHigh() {
        return saltHigh;
    }

    @Override
    protected long heapBytes() {
        return super.heapBytes() + WIDE_BYTES;
    }

    @Override
    protected long digest() {
        return mix(super.digest(), saltHigh);
    }
}
