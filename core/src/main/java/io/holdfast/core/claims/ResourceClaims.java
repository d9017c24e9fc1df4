package io.holdfast.core.claims;

import io.holdfast.core.state.HeapSize;
import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/** The trail of a resource: all its claims that are still listed, in id order. */
final class ResourceClaims {

    final ClaimsTenant tenant;
    final ResourceName name;
    private @Nullable Claim first;
    private @Nullable Claim last;
    private int size;

    ResourceClaims(ClaimsTenant tenant, ResourceName name) {
        this.tenant = tenant;
        this.name = name;
    }

    int heapBytes() {
        return bytes(name.key());
    }

    /** Includes its name and its entry in the index. */
    static int bytes(String key) {
        return 32 + 24 + HeapSize.text(key) + HeapSize.SLOT;
    }

    @Nullable
    Claim first() {
        return first;
    }

    @Nullable
    Claim last() {
        return last;
    }

    int size() {
        return size;
    }

    /** Appends a claim. Ids only increase, so a new claim is always the last. */
    void add(Claim claim) {
        claim.previousOfTrail = last;
        if (last == null) {
            first = claim;
        } else {
            last.nextOfTrail = claim;
        }
        last = claim;
        size++;
    }

    void remove(Claim claim) {
        Claim previous = claim.previousOfTrail;
        Claim next = claim.nextOfTrail;
        if (previous == null) {
            first = next;
        } else {
            previous.nextOfTrail = next;
        }
        if (next == null) {
            last = previous;
        } else {
            next.previousOfTrail = previous;
        }
        size--;
    }
}
