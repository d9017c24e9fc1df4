package io.holdfast.core.entities;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.tenants.TenantUse;

/** The shared state of a tenant's entities: the lock counter, and the size of their items. */
final class EntitiesTenant extends Row {

    private static final int BYTES = 96 + HeapSize.TREE_ENTRY;

    final String name;
    final TenantUse use;

    /** The last assigned lock number. */
    long lastLock;

    /** The number of entities. All counts are derived from the rows and not in snapshots. */
    int entities;

    /** The number of entities in the manifest that clients can see. */
    int ofManifest;

    int items;
    long valueBytes;

    EntitiesTenant(long number, TenantUse use) {
        super(number);
        this.name = use.name();
        this.use = use;
    }

    @Override
    public Due due() {
        return Due.ENTITY;
    }

    @Override
    protected long heapBytes() {
        return (long) BYTES + HeapSize.text(name);
    }

    @Override
    protected long digest() {
        return mix(mix(mix(9, number()), name.hashCode()), lastLock);
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putText(name);
        out.putCount(lastLock);
    }
}
