package io.holdfast.core.entities;

import io.holdfast.core.command.EntityCollection;
import io.holdfast.core.command.Space;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.state.Findings;

/** What is always true of entities, their locks and their items between two batches. */
final class EntitiesInspection {

    private final EntityRows entities;
    private final Kernel kernel;
    private final Findings findings;
    private int seen;

    EntitiesInspection(EntityRows entities, Kernel kernel, Findings findings) {
        this.entities = entities;
        this.kernel = kernel;
        this.findings = findings;
    }

    void run() {
        entities.tenantRows().forEach(this::check);
        entities.rows().forEach(this::check);
        entities.itemRows().forEach(this::check);
        findings.expect(entities.indexed() == seen, "names of entities that are gone");
        kernel.resources().forEach(this::check);
    }

    private void check(EntitiesTenant tenant) {
        findings.see(tenant);
        findings.expect(entities.tenant(tenant.name) == tenant, "a tenant is not found", tenant);
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
        findings.expect(entities.findAny(entity.name) == entity, "not found by name", entity);
        int items = 0;
        for (EntityCollection collection : EntityCollection.values()) {
            items += entity.items(collection, "").size();
        }
        findings.expect(items == entity.items(), "items are miscounted", entity);
        Resource resource = kernel.find(entity.name);
        Grant held = resource == null ? null : resource.firstGrant();
        findings.expect(held == entity.grant, "the lock is not the one of the kernel", entity);
        findings.expect(
                held == null || entity.spec.type().lockable(), "nobody can lock this", entity);
        findings.expect(
                held == null || entity.lock > 0 && entity.lock <= entity.tenant.lastLock,
                "a lock that was never given",
                entity);
        findings.expect(!entity.retired || held != null || items > 0, "kept for nothing", entity);
    }

    private void check(EntityItem item) {
        findings.see(item);
        findings.expect(
                item.entity.item(item.collection, item.key) == item, "not found by key", item);
        findings.expect(
                entities.findAny(item.entity.name) == item.entity, "an entity is gone", item);
    }

    private void check(Resource resource) {
        if (resource.name().space() == Space.ENTITIES) {
            findings.expect(
                    entities.findAny(resource.name()) != null,
                    "a lock without an entity",
                    resource);
        }
    }
}
