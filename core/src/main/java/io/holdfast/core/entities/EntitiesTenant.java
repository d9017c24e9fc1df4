package io.holdfast.core.entities;

import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.tenants.TenantUse;

/** What a tenant's entities have in common: the count of locks, and the room that items take. */
final class EntitiesTenant extends Row {

    private static final int BYTES = 96 + HeapSize.TREE_ENTRY;

    final String name;
    final TenantUse use;

    /** The number of the lock that was given last. */
    long lastLock;

    /** Derived from the rows, and not written: entities, items, and the bytes of their values. */
    int entities;

    /** Those of them that the manifest names and clients know. */
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
