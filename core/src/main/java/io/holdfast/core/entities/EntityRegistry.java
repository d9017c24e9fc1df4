package io.holdfast.core.entities;

import io.holdfast.core.command.EntitiesCommand.Manifest;
import io.holdfast.core.command.EntitiesCommand.Register;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.outcome.EntityRegistrationRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityRegistrationRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The set of entities: those of the manifest, and those that clients registered. */
final class EntityRegistry {

    private static final EntityCollection[] COLLECTIONS = EntityCollection.values();

    private final EntityRows entities;
    private final Kernel kernel;
    private final Decision decision;

    EntityRegistry(EntityRows entities, Kernel kernel, Decision decision) {
        this.entities = entities;
        this.kernel = kernel;
        this.decision = decision;
    }

    boolean hasManifest(String tenant) {
        EntitiesTenant known = entities.tenant(tenant);
        return known != null && known.ofManifest > 0;
    }

    EntitiesOutcome.Register register(Register c) {
        EntitySpec spec = c.spec();
        EntitiesTenant tenant = entities.openTenant(c.tenant());
        boolean taken = entities.find(c.tenant(), spec.type(), spec.id()) != null
                || twin(c.tenant(), spec) != null;
        if (taken) {
            return new EntityRegistrationRefused(EntityRegistrationRefusal.EXISTS, null);
        }
        String parent = spec.parent();
        if (parent != null && entities.find(c.tenant(), above(spec.type()), parent) == null) {
            return new EntityRegistrationRefused(EntityRegistrationRefusal.NO_PARENT, parent);
        }
        Entity retired = entities.findAny(Entity.name(c.tenant(), spec.type(), spec.id()));
        Refusal refusal = tenant.use.refuseKeys(retired == null ? 1 : 0);
        if (refusal == null) {
            long before = retired == null ? 0 : retired.heapBytes();
            refusal = entities.refuseHeap(Entity.bytes(spec) - before);
        }
        if (refusal != null) {
            return refusal.outcome();
        }
        return put(tenant, spec, 0) ? Outcome.DONE : Refusal.KEYS_MAX.outcome();
    }

    EntitiesOutcome.Register remove(Entity entity) {
        if (entity.ofManifest()) {
            return new EntityRegistrationRefused(EntityRegistrationRefusal.OF_MANIFEST, null);
        }
        Grant grant = entity.grant;
        if (grant != null) {
            kernel.end(grant, GrantEnd.DELETED);
        }
        for (EntityCollection collection : COLLECTIONS) {
            entities.clear(entity, collection, "");
        }
        entities.remove(entity);
        return Outcome.DONE;
    }

    /**
     * Loads a part of the operator's manifest. Its entities count for the tenant, but its quota is
     * not enforced.
     */
    EntitiesOutcome.Load load(Manifest c) {
        EntitiesTenant tenant = entities.openTenant(c.tenant());
        for (EntitySpec spec : c.entities()) {
            Entity twin = twin(c.tenant(), spec);
            if (twin != null) {
                // The manifest decides which type an id has.
                entities.retire(twin);
            }
            if (!put(tenant, spec, c.edition())) {
                return Refusal.KEYS_MAX.outcome();
            }
        }
        if (c.last()) {
            retireOthers(tenant, c.edition());
        }
        return Outcome.DONE;
    }

    private void retireOthers(EntitiesTenant tenant, long edition) {
        List<Entity> others = new ArrayList<>();
        entities.rows().forEach(entity -> {
            boolean other = entity.ofManifest() && entity.edition != edition;
            if (other && entity.tenant == tenant && !entity.retired) {
                others.add(entity);
            }
        });
        others.forEach(entities::retire);
    }

    /** Creates or updates an entity. Returns false if the limit is reached. */
    private boolean put(EntitiesTenant tenant, EntitySpec spec, long edition) {
        Entity known = entities.findAny(Entity.name(tenant.name, spec.type(), spec.id()));
        if (known != null) {
            entities.describe(known, spec, edition);
            return true;
        }
        if (tenant.entities >= decision.settings.entitiesMax()) {
            return false;
        }
        entities.create(tenant, spec, edition);
        return true;
    }

    /**
     * Returns the component with the same id as an app, or the reverse: one id must not have two
     * locks.
     */
    private @Nullable Entity twin(String tenant, EntitySpec spec) {
        return switch (spec.type()) {
            case COMPONENT -> entities.find(tenant, EntityType.APP, spec.id());
            case APP -> entities.find(tenant, EntityType.COMPONENT, spec.id());
            case AREA, FUNCTION -> null;
        };
    }

    private static EntityType above(EntityType type) {
        return type == EntityType.APP ? EntityType.COMPONENT : EntityType.AREA;
    }
}
