package io.holdfast.core.resource;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A resource with a capacity of numbered slots, and the queue of its waiters. */
public final class Resource extends Row {

    /** Includes its entries in the index and in the deadlines. */
    private static final int BYTES = 88 + 2 * HeapSize.SLOT;

    private static final Space[] SPACES = Space.values();

    private static final int SLOTS_BYTES = 48;

    /** The record of the whole name would take another object for each resource. */
    final String key;

    final TenantUse tenant;

    /** Cached, so that an index can skip this resource without reading its name. */
    final int nameHash;

    private final byte space;
    private final byte variant;
    int capacity;
    private int held;

    /** Allocated only if there can be more than one holder, which is rare. */
    private @Nullable Slots slots;

    private @Nullable Grant firstGrant;
    private @Nullable Grant lastGrant;

    /** Allocated only while there are waiters, which is rare. */
    private @Nullable Queue queue;

    /** The taken slots. All slots below {@code lowestFree} are taken. */
    private static final class Slots {
        final BitSet set = new BitSet();
        int lowestFree;
    }

    private static final class Queue {
        Waiter head;
        Waiter tail;
        int size;

        Queue(Waiter only) {
            head = only;
            tail = only;
        }
    }

    Resource(long number, TenantUse tenant, ResourceName name, int variant, int capacity) {
        super(number);
        this.tenant = tenant;
        this.key = name.key();
        this.space = (byte) name.space().ordinal();
        this.nameHash = name.hashCode();
        this.variant = (byte) variant;
        this.capacity = capacity;
    }

    /** Returns its full name in a new record. */
    public ResourceName name() {
        return new ResourceName(tenant.name(), space(), key);
    }

    /** Returns whether this is its full name. */
    public boolean isNamed(ResourceName name) {
        return key.equals(name.key())
                && space == name.space().ordinal()
                && tenant.name().equals(name.tenant());
    }

    public String key() {
        return key;
    }

    public Space space() {
        return SPACES[space];
    }

    public TenantUse tenant() {
        return tenant;
    }

    /** Returns its kind, defined by the book that owns it. The kernel does not interpret it. */
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
        return queue == null ? 0 : queue.size;
    }

    public @Nullable Grant firstGrant() {
        return firstGrant;
    }

    public @Nullable Waiter head() {
        return queue == null ? null : queue.head;
    }

    public boolean idle() {
        return held == 0 && queue == null;
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
        waiter.next = null;
        Queue waiting = queue;
        if (waiting == null) {
            waiting = new Queue(waiter);
            waiter.previous = null;
            queue = waiting;
        } else {
            waiter.previous = waiting.tail;
            waiting.tail.next = waiter;
            waiting.tail = waiter;
        }
        waiting.size++;
    }

    void remove(Waiter waiter) {
        Queue waiting = queue;
        if (waiting == null) {
            throw new IllegalStateException("the waiter is not in the queue");
        }
        Waiter previous = waiter.previous;
        Waiter next = waiter.next;
        if (previous != null) {
            previous.next = next;
        } else if (next != null) {
            waiting.head = next;
        }
        if (next != null) {
            next.previous = previous;
        } else if (previous != null) {
            waiting.tail = previous;
        }
        waiting.size--;
        queue = waiting.size == 0 ? null : waiting;
    }

    @Override
    public Due due() {
        return Due.RESOURCE;
    }

    @Override
    protected long heapBytes() {
        return bytes(key, capacity);
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
