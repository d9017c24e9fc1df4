package io.holdfast.core.entities;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.bytes.ByteWriter;
import io.holdfast.core.codec.EntityBytes;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.state.Due;
import io.holdfast.core.state.HeapSize;
import io.holdfast.core.state.KeyedIndex.Keyed;
import io.holdfast.core.state.Row;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One entity with its lock. The kernel has the lock's grant; its other attributes are kept here.
 */
final class Entity extends Row implements Keyed {

    private static final NavigableMap<String, EntityItem> NONE = new TreeMap<>();

    /** Includes its name, its spec and rules, a map of items, and its entries in the indexes. */
    private static final int BYTES = 120 + 40 + 40 + 32 + 56 + 64 + 2 * HeapSize.SLOT;

    final EntitiesTenant tenant;
    final ResourceName name;
    EntitySpec spec;

    /** The manifest edition that contains it; zero if a client registered it. */
    long edition;

    /** Whether it is hidden from clients because the manifest no longer contains it. */
    boolean retired;

    /**
     * The grant of the lock; null if it is not locked. The other lock attributes are then
     * undefined.
     */
    @Nullable
    Grant grant;

    long lock;
    List<EntityCollection> scopes = List.of();
    boolean breakable;
    long untilMillis;

    /** The items of each collection, by key. A map is created with its first item. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private final @Nullable TreeMap<String, EntityItem>[] items =
            new TreeMap[EntityCollection.values().length];

    private int size;

    Entity(long number, EntitiesTenant tenant, EntitySpec spec) {
        super(number);
        this.tenant = tenant;
        this.spec = spec;
        this.name = name(tenant.name, spec.type(), spec.id());
    }

    static ResourceName name(String tenant, EntityType type, String id) {
        return new ResourceName(tenant, Space.ENTITIES, type.path() + "/" + id);
    }

    boolean ofManifest() {
        return edition != 0;
    }

    boolean heldBy(@Nullable ClientId client) {
        Grant held = grant;
        return held != null
                && client != null
                && held.saltHigh() == client.high()
                && held.salt() == client.low();
    }

    /** Returns whether a lock protects the collection, regardless of its holder. */
    boolean protects(EntityCollection collection) {
        return grant != null && (scopes.isEmpty() || scopes.contains(collection));
    }

    @Nullable
    EntityLockState lockState() {
        Grant held = grant;
        return held == null
                ? null
                : new EntityLockState(
                        lock,
                        held.number(),
                        new ClientId(held.saltHigh(), held.salt()),
                        scopes,
                        untilMillis);
    }

    int items() {
        return size;
    }

    @Nullable
    EntityItem item(EntityCollection collection, String key) {
        return of(collection).get(key);
    }

    /** Returns the items whose keys start with {@code prefix}, in key order. */
    Collection<EntityItem> items(EntityCollection collection, String prefix) {
        NavigableMap<String, EntityItem> all = of(collection);
        return prefix.isEmpty()
                ? all.values()
                : all.subMap(prefix, true, prefix + Character.MAX_VALUE, false).values();
    }

    /**
     * Returns those of them whose keys are greater than {@code after}; all of them if it is empty.
     */
    Collection<EntityItem> items(EntityCollection collection, String prefix, String after) {
        if (after.isEmpty()) {
            return items(collection, prefix);
        }
        NavigableMap<String, EntityItem> left = of(collection).tailMap(after, false);
        return prefix.isEmpty()
                ? left.values()
                : left.headMap(prefix + Character.MAX_VALUE, false).values();
    }

    /** Returns the first item with a greater key. */
    @Nullable
    EntityItem itemAfter(EntityCollection collection, String key) {
        Map.Entry<String, EntityItem> entry = of(collection).higherEntry(key);
        return entry == null ? null : entry.getValue();
    }

    private NavigableMap<String, EntityItem> of(EntityCollection collection) {
        TreeMap<String, EntityItem> found = items[collection.ordinal()];
        return found == null ? NONE : found;
    }

    void add(EntityItem item) {
        int place = item.collection.ordinal();
        TreeMap<String, EntityItem> found = items[place];
        if (found == null) {
            found = new TreeMap<>();
            items[place] = found;
        }
        found.put(item.key, item);
        size++;
    }

    void remove(EntityItem item) {
        of(item.collection).remove(item.key);
        size--;
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
        return Due.ENTITY;
    }

    @Override
    protected long heapBytes() {
        return bytes(spec);
    }

    static int bytes(EntitySpec spec) {
        List<EntityCollection> required = spec.rules().requiredScopes();
        return BYTES
                + 2 * HeapSize.text(spec.id())
                + HeapSize.text(spec.name())
                + HeapSize.text(spec.parent())
                + (required == null ? 0 : HeapSize.list(required))
                + HeapSize.blob(spec.details());
    }

    @Override
    protected long digest() {
        long hash = mix(mix(10, number()), name.hashCode());
        hash = mix(hash, spec.name().hashCode());
        String parent = spec.parent();
        hash = mix(hash, parent == null ? 0 : parent.hashCode());
        Blob details = spec.details();
        hash = mix(mix(hash, spec.rules().digest()), details == null ? 0 : details.hashCode());
        hash = mix(mix(hash, edition), retired ? 1 : 0);
        Grant held = grant;
        if (held == null) {
            return hash;
        }
        hash = mix(mix(hash, held.number()), lock);
        for (EntityCollection scope : scopes) {
            hash = mix(hash, scope.ordinal());
        }
        return mix(mix(hash, breakable ? 1 : 0), untilMillis);
    }

    @Override
    public void write(ByteWriter out) {
        out.putCount(number());
        out.putCount(tenant.number());
        EntityBytes.spec(spec, out);
        out.putLong(edition);
        out.put(retired);
        out.put(grant != null);
        if (grant != null) {
            out.putCount(lock);
            EntityBytes.scopes(scopes, out);
            out.put(breakable);
            out.putLong(untilMillis);
        }
    }
}
