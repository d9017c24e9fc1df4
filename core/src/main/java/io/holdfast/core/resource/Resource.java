package io.holdfast.core.resource;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.ResourceName;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A resource with a capacity of numbered slots, and the queue of its waiters. */
public final class Resource extends Row {

    /** Includes the record of its name and its entries in the index and in the deadlines. */
    private static final int BYTES = 104 + 24 + 2 * HeapSize.SLOT;

    private static final int SLOTS_BYTES = 48;

    final ResourceName name;
    final TenantUse tenant;

    /** Cached, so that an index can skip this resource without reading its name. */
    final int nameHash;

    /** The kind of resource, defined by the book that owns it. The kernel does not interpret it. */
    final int variant;

    int capacity;
    private int held;
    private int queued;

    /** Allocated only if there can be more than one holder, which is rare. */
    private @Nullable Slots slots;

    private @Nullable Grant firstGrant;
    private @Nullable Grant lastGrant;
    private @Nullable Waiter head;
    private @Nullable Waiter tail;

    /** The taken slots. All slots below {@code lowestFree} are taken. */
    private static final class Slots {
        final BitSet set = new BitSet();
        int lowestFree;
    }

    /** Shares the string of the tenant's name. */
    Resource(long number, TenantUse tenant, ResourceName name, int variant, int capacity) {
        super(number);
        this.tenant = tenant;
        this.name = new ResourceName(tenant.name(), name.space(), name.key());
        this.nameHash = this.name.hashCode();
        this.variant = variant;
        this.capacity = capacity;
    }

    public ResourceName name() {
        return name;
    }

    public TenantUse tenant() {
        return tenant;
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

    /**
     * Returns the lowest free slot. It is below the capacity, because fewer slots than that are
     * held.
     */
    int takeSlot() {
        if (capacity == 1 && slots == null && held == 0) {
            return 0;
        }
        Slots taken = slots;
        if (taken == null) {
            taken = new Slots();
            slots = taken;
            for (Grant grant = firstGrant; grant != null; grant = grant.nextOfResource) {
                taken.set.set(grant.slot());
            }
        }
        int slot = taken.set.nextClearBit(taken.lowestFree);
        taken.lowestFree = slot + 1;
        return slot;
    }

    void add(Grant grant) {
        Slots taken = slots;
        if (taken != null) {
            taken.set.set(grant.slot());
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
        Slots taken = slots;
        if (taken != null) {
            taken.set.clear(grant.slot());
            taken.lowestFree = Math.min(taken.lowestFree, grant.slot());
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
    protected long heapBytes() {
        return bytes(name.key(), capacity);
    }

    /** Returns the heap size of a resource with this key and capacity. */
    public static int bytes(String key, int capacity) {
        return BYTES + HeapSize.text(key) + (capacity == 1 ? 0 : SLOTS_BYTES);
    }

    @Override
    protected long digest() {
        long hash = mix(mix(1, number()), nameHash);
        return mix(mix(mix(hash, variant), capacity), dueNanos());
    }

    @Override
    public void write(ByteWriter out) {
        ResourceBytes.write(this, out);
    }
}
