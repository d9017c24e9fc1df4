package io.holdfast.core.resource;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.command.ResourceName;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.Row;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Something of a certain capacity that is held slot by slot, and the line of those who wait for it.
 */
public final class Resource extends Row {

    final ResourceName name;

    /** What the book that owns it takes it for; the kernel never looks at it. */
    final int variant;

    int capacity;
    private int held;
    private int queued;

    /** Taken slots, where there can be more than one; none below {@link #lowestFree} is free. */
    private @Nullable BitSet slots;

    private int lowestFree;
    private @Nullable Grant firstGrant;
    private @Nullable Grant lastGrant;
    private @Nullable Waiter head;
    private @Nullable Waiter tail;

    Resource(long number, ResourceName name, int variant, int capacity) {
        super(number);
        this.name = name;
        this.variant = variant;
        this.capacity = capacity;
    }

    public ResourceName name() {
        return name;
    }

    public int variant() {
        return variant;
    }

    public int capacity() {
        return capacity;
    }

    public int held() {
        return held;
    }

    public int queued() {
        return queued;
    }

    public @Nullable Grant firstGrant() {
        return firstGrant;
    }

    public @Nullable Waiter head() {
        return head;
    }

    public boolean idle() {
        return held == 0 && queued == 0;
    }

    /** The lowest slot that nobody holds. After shrinking it may lie above the capacity. */
    int takeSlot() {
        if (capacity == 1 && slots == null && held == 0) {
            return 0;
        }
        BitSet taken = slots;
        if (taken == null) {
            taken = new BitSet();
            slots = taken;
            for (Grant grant = firstGrant; grant != null; grant = grant.nextOfResource) {
                taken.set(grant.slot);
            }
            lowestFree = 0;
        }
        int slot = taken.nextClearBit(lowestFree);
        taken.set(slot);
        lowestFree = slot + 1;
        return slot;
    }

    void add(Grant grant) {
        BitSet taken = slots;
        if (taken != null) {
            taken.set(grant.slot);
        }
        grant.previousOfResource = lastGrant;
        grant.nextOfResource = null;
        if (lastGrant == null) {
            firstGrant = grant;
        } else {
            lastGrant.nextOfResource = grant;
        }
        lastGrant = grant;
        held++;
    }

    void remove(Grant grant) {
        BitSet taken = slots;
        if (taken != null) {
            taken.clear(grant.slot);
            lowestFree = Math.min(lowestFree, grant.slot);
        }
        Grant previous = grant.previousOfResource;
        Grant next = grant.nextOfResource;
        if (previous == null) {
            firstGrant = next;
        } else {
            previous.nextOfResource = next;
        }
        if (next == null) {
            lastGrant = previous;
        } else {
            next.previousOfResource = previous;
        }
        held--;
        if (held == 0) {
            slots = null;
            lowestFree = 0;
        }
    }

    void add(Waiter waiter) {
        waiter.previous = tail;
        waiter.next = null;
        if (tail == null) {
            head = waiter;
        } else {
            tail.next = waiter;
        }
        tail = waiter;
        queued++;
    }

    void remove(Waiter waiter) {
        Waiter previous = waiter.previous;
        Waiter next = waiter.next;
        if (previous == null) {
            head = next;
        } else {
            previous.next = next;
        }
        if (next == null) {
            tail = previous;
        } else {
            next.previous = previous;
        }
        queued--;
    }

    @Override
    public Due due() {
        return Due.RESOURCE;
    }

    @Override
    protected long digest() {
        long hash = mix(mix(1, number()), name.hashCode());
        return mix(mix(mix(hash, variant), capacity), dueNanos());
    }

    @Override
    public void write(ByteWriter out) {
        ResourceBytes.write(this, out);
    }
}
