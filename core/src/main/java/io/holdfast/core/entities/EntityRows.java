package io.holdfast.core.entities;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.codec.EntityBytes;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.ResourceName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All entities and items, and their indexes. It keeps them consistent and contains no rules. */
final class EntityRows {

    private static final EntityType[] TYPES = EntityType.values();

    private final State state;
    private final Tenants uses;
    private final RowList<EntitiesTenant> tenantRows;
    private final RowList<Entity> rows;
    private final RowList<EntityItem> itemRows;
    private final Map<String, EntitiesTenant> tenants = new TreeMap<>();
    final EntityIndex byName = new EntityIndex();
    private final KeyedIndex<Entity> byNumber = new KeyedIndex<>();

    EntityRows(State state, Tenants uses) {
        this.state = state;
        this.uses = uses;
        this.tenantRows = new RowList<>(state);
        this.rows = new RowList<>(state);
        this.itemRows = new RowList<>(state);
    }

    RowList<EntitiesTenant> tenantRows() {
        return tenantRows;
    }

    RowList<Entity> rows() {
        return rows;
    }

    RowList<EntityItem> itemRows() {
        return itemRows;
    }

    @Nullable
    EntitiesTenant tenant(String name) {
        return tenants.get(name);
    }

    /** Rejects new rows of this heap size if the state has no room. */
    @Nullable
    Refusal refuseHeap(long more) {
        return state.refuseBytes(more);
    }

    EntitiesTenant openTenant(String name) {
        EntitiesTenant known = tenants.get(name);
        return known != null ? known : add(new EntitiesTenant(state.nextNumber(), uses.of(name)));
    }

    /** Returns the entity, even if it is hidden from clients. */
    @Nullable
    Entity findAny(ResourceName name) {
        return byName.find(name);
    }

    /** Returns the entity if clients can see it. */
    @Nullable
    Entity find(String tenant, EntityType type, String id) {
        Entity entity = byName.find(Entity.name(tenant, type, id));
        return entity == null || entity.retired ? null : entity;
    }

    /** Returns the type of the entity with that id; null if there is none. */
    @Nullable
    EntityType typeOf(String tenant, String id) {
        for (EntityType type : TYPES) {
            if (find(tenant, type, id) != null) {
                return type;
            }
        }
        return null;
    }

    /** Returns the entity above this one, whose lock protects it too; null if there is none. */
    @Nullable
    Entity parent(Entity entity) {
        String parent = entity.spec.parent();
        if (parent == null) {
            return null;
        }
        return switch (entity.spec.type()) {
            case APP -> find(entity.tenant.name, EntityType.COMPONENT, parent);
            case COMPONENT -> find(entity.tenant.name, EntityType.AREA, parent);
            case AREA, FUNCTION -> null;
        };
    }

    Entity create(EntitiesTenant tenant, EntitySpec spec, long edition) {
        Entity entity = new Entity(state.nextNumber(), tenant, spec);
        entity.edition = edition;
        return add(entity);
    }

    void describe(Entity entity, EntitySpec spec, long edition) {
        state.touch(entity);
        entity.tenant.ofManifest -= ofManifest(entity);
        state.resized((long) Entity.bytes(spec) - entity.heapBytes());
        entity.spec = spec;
        entity.edition = edition;
        entity.retired = false;
        entity.tenant.ofManifest += ofManifest(entity);
        state.changed(entity);
    }

    /** Hides an entity from clients. Its lock and items stay; if it has none, it is removed. */
    void retire(Entity entity) {
        state.touch(entity);
        entity.tenant.ofManifest -= ofManifest(entity);
        entity.retired = true;
        state.changed(entity);
        dropIfBare(entity);
    }

    private static int ofManifest(Entity entity) {
        return entity.ofManifest() && !entity.retired ? 1 : 0;
    }

    void dropIfBare(Entity entity) {
        if (entity.retired && entity.grant == null && entity.items() == 0) {
            remove(entity);
        }
    }

    /** Removes an entity that has neither a lock nor items. */
    void remove(Entity entity) {
        entity.tenant.entities--;
        entity.tenant.ofManifest -= ofManifest(entity);
        entity.tenant.use.addKeys(-1);
        byName.remove(entity);
        byNumber.remove(entity);
        rows.remove(entity);
    }

    /** Sets the entity's new lock. */
    void lock(
            Entity entity,
            Grant grant,
            List<EntityCollection> scopes,
            boolean breakable,
            long untilMillis) {
        EntitiesTenant tenant = entity.tenant;
        state.touch(tenant);
        tenant.lastLock++;
        state.changed(tenant);
        state.touch(entity);
        entity.grant = grant;
        entity.lock = tenant.lastLock;
        entity.scopes = scopes;
        entity.breakable = breakable;
        entity.untilMillis = untilMillis;
        state.changed(entity);
    }

    void extend(Entity entity, long untilMillis) {
        state.touch(entity);
        entity.untilMillis = untilMillis;
        state.changed(entity);
    }

    void unlock(Entity entity) {
        state.touch(entity);
        entity.grant = null;
        state.changed(entity);
    }

    void put(Entity entity, EntityCollection collection, String key, Blob value) {
        long now = state.wallMillis();
        EntityItem known = entity.item(collection, key);
        if (known == null) {
            add(new EntityItem(state.nextNumber(), entity, collection, key, value, now, now));
            return;
        }
        state.touch(known);
        entity.tenant.valueBytes += value.size() - known.size();
        entity.tenant.use.addBytes(value.size() - known.size());
        long before = known.heapBytes();
        known.set(value, now);
        state.resized(known.heapBytes() - before);
        state.changed(known);
    }

    void remove(EntityItem item) {
        EntitiesTenant tenant = item.entity.tenant;
        tenant.items--;
        tenant.valueBytes -= item.size();
        tenant.use.addKeys(-1);
        tenant.use.addBytes(-item.size());
        item.entity.remove(item);
        itemRows.remove(item);
    }

    void clear(Entity entity, EntityCollection collection, String prefix) {
        for (EntityItem item : List.copyOf(entity.items(collection, prefix))) {
            remove(item);
        }
    }

    private EntitiesTenant add(EntitiesTenant tenant) {
        tenants.put(tenant.name, tenant);
        tenantRows.add(tenant);
        return tenant;
    }

    private Entity add(Entity entity) {
        entity.tenant.entities++;
        entity.tenant.ofManifest += ofManifest(entity);
        entity.tenant.use.addKeys(1);
        byName.add(entity);
        byNumber.add(entity);
        rows.add(entity);
        return entity;
    }

    private void add(EntityItem item) {
        EntitiesTenant tenant = item.entity.tenant;
        tenant.items++;
        tenant.valueBytes += item.size();
        tenant.use.addKeys(1);
        tenant.use.addBytes(item.size());
        item.entity.add(item);
        itemRows.add(item);
    }

    void readTenant(ByteReader in) {
        EntitiesTenant tenant = new EntitiesTenant(in.getCount(), uses.of(in.getText()));
        tenant.lastLock = in.getCount();
        if (tenants.containsKey(tenant.name)) {
            throw in.malformed("an entities tenant occurs twice");
        }
        add(tenant);
    }

    void readEntity(ByteReader in, Kernel kernel) {
        long number = in.getCount();
        EntitiesTenant tenant = tenant(in.getCount(), in);
        Entity entity = new Entity(number, tenant, EntityBytes.spec(in));
        entity.edition = in.getLong();
        entity.retired = in.getFlag();
        if (in.getFlag()) {
            entity.lock = in.getCount();
            entity.scopes = List.copyOf(EntityBytes.scopes(in));
            entity.breakable = in.getFlag();
            entity.untilMillis = in.getLong();
            Resource resource = kernel.find(entity.name);
            entity.grant = resource == null ? null : resource.firstGrant();
            if (entity.grant == null) {
                throw in.malformed("an entity lock has no grant");
            }
        }
        if (findAny(entity.name) != null || byNumber.find(0, number) != null) {
            throw in.malformed("an entity occurs twice");
        }
        add(entity);
    }

    void readItem(ByteReader in) {
        long number = in.getCount();
        Entity entity = byNumber.find(0, in.getCount());
        EntityCollection collection = EntityBytes.collection(in);
        String key = in.getText();
        Blob value = in.getOptionalBlob();
        if (entity == null || value == null || entity.item(collection, key) != null) {
            throw in.malformed("an item occurs twice, or lacks its entity or its value");
        }
        add(new EntityItem(number, entity, collection, key, value, in.getLong(), in.getLong()));
    }

    private EntitiesTenant tenant(long number, ByteReader in) {
        for (EntitiesTenant tenant : tenants.values()) {
            if (tenant.number() == number) {
                return tenant;
            }
        }
        throw in.malformed("the tenant of an entity is unknown");
    }
}
