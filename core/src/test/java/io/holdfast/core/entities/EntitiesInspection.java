package io.holdfast.core.entities;

import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.state.Findings;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.Space;

/** The invariants of entities, locks and items between two batches. */
public final class EntitiesInspection {

    private final EntityRows entities;
    private final Kernel kernel;
    private final Findings findings;
    private int seen;

    private EntitiesInspection(EntityRows entities, Kernel kernel, Findings findings) {
        this.entities = entities;
        this.kernel = kernel;
        this.findings = findings;
    }

    /** Checks all entities and items, and recounts those of every tenant. */
    public static void run(EntitiesBook book, Kernel kernel, Findings findings, Tenants recount) {
        EntityRows entities = book.entities;
        new EntitiesInspection(entities, kernel, findings).check();
        entities.tenantRows().forEach(tenant -> recount.of(tenant.name));
        entities.rows().forEach(entity -> recount.of(entity.tenant.name).addKeys(1));
        entities.itemRows().forEach(item -> {
            TenantUse use = recount.of(item.entity.tenant.name);
            use.addKeys(1);
            use.addBytes(item.size());
        });
    }

    private void check() {
        entities.tenantRows().forEach(this::check);
        entities.rows().forEach(this::check);
        entities.itemRows().forEach(this::check);
        findings.expect(entities.byName.size() == seen, "the name index has removed entities");
        kernel.resources().forEach(this::check);
    }

    private void check(EntitiesTenant tenant) {
        findings.see(tenant);
        findings.expect(
                entities.tenant(tenant.name) == tenant, "a tenant is not in the index", tenant);
        int[] counted = new int[2];
        long[] bytes = new long[1];
        entities.rows().forEach(entity -> counted[0] += entity.tenant == tenant ? 1 : 0);
        entities.itemRows().forEach(item -> {
            if (item.entity.tenant == tenant) {
                counted[1]++;
                bytes[0] += item.size();
            }
        });
        findings.expect(counted[0] == tenant.entities, "entities are miscounted", tenant);
        findings.expect(counted[1] == tenant.items, "items are miscounted", tenant);
        findings.expect(bytes[0] == tenant.valueBytes, "values are miscounted", tenant);
    }

    private void check(Entity entity) {
        seen++;
        findings.see(entity);
        findings.expect(entities.findAny(entity.name) == entity, "not in the name index", entity);
        int items = 0;
        for (EntityCollection collection : EntityCollection.values()) {
            items += entity.items(collection, "").size();
        }
        findings.expect(items == entity.items(), "items are miscounted", entity);
        Resource resource = kernel.find(entity.name);
        Grant held = resource == null ? null : resource.firstGrant();
        findings.expect(held == entity.grant, "its lock differs from the kernel's", entity);
        findings.expect(held == null || entity.spec.type().lockable(), "is not lockable", entity);
        findings.expect(
                held == null || entity.lock > 0 && entity.lock <= entity.tenant.lastLock,
                "its lock number was never assigned",
                entity);
        findings.expect(
                !entity.retired || held != null || items > 0,
                "is retired but was not removed",
                entity);
    }

    private void check(EntityItem item) {
        findings.see(item);
        findings.expect(
                item.entity.item(item.collection, item.key) == item, "not in the key index", item);
        findings.expect(
                entities.findAny(item.entity.name) == item.entity, "its entity was removed", item);
    }

    private void check(Resource resource) {
        if (resource.name().space() == Space.ENTITIES) {
            findings.expect(
                    entities.findAny(resource.name()) != null, "a lock has no entity", resource);
        }
    }
}
