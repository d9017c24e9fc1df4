package io.holdfast.core.entities;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.codec.EntityBytes;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.Row;
import io.holdfast.core.value.EntityCollection;

/** One value of an entity, stored under a key in one of its collections. */
final class EntityItem extends Row {

    private static final int BYTES = 96 + HeapSize.TREE_ENTRY;

    final Entity entity;
    final EntityCollection collection;
    final String key;
    final long createdMillis;
    long changedMillis;
    private Blob value;

    /** Computed once, because a value may be large. */
    private int valueHash;

    EntityItem(
            long number,
            Entity entity,
            EntityCollection collection,
            String key,
            Blob value,
            long createdMillis,
            long changedMillis) {
        super(number);
        this.entity = entity;
        this.collection = collection;
        this.key = key;
        this.value = value;
        this.valueHash = value.hashCode();
        this.createdMillis = createdMillis;
        this.changedMillis = changedMillis;
    }

    void set(Blob newValue, long nowMillis) {
        value = newValue;
        valueHash = newValue.hashCode();
        changedMillis = nowMillis;
    }

    int size() {
        return value.size();
    }

    EntityAnswer.Item answer() {
        return new EntityAnswer.Item(
                entity.spec.type(), entity.spec.id(), key, value, createdMillis, changedMillis);
    }

    @Override
    public Due due() {
        return Due.ENTITY;
    }

    @Override
    protected long heapBytes() {
        return bytes(key, value);
    }

    static int bytes(String key, Blob value) {
        return BYTES + HeapSize.text(key) + HeapSize.blob(value);
    }

    @Override
    protected long digest() {
        long hash = mix(mix(11, number()), entity.number());
        hash = mix(mix(hash, collection.ordinal()), key.hashCode());
        return mix(mix(mix(hash, valueHash), createdMillis), changedMillis);
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putCount(entity.number());
        EntityBytes.collection(collection, out);
        out.putText(key);
        out.putOptionalBlob(value);
        out.putLong(createdMillis);
        out.putLong(changedMillis);
    }
}
