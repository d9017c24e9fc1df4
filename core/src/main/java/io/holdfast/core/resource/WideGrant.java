package io.holdfast.core.resource;

/** A grant whose token is a 128-bit secret, instead of its fence and 64 random bits. */
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
