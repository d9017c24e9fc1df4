package io.holdfast.core.entities;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.command.EntitiesCommand.ClearFaults;
import io.holdfast.core.command.EntitiesCommand.Report;
import io.holdfast.core.command.EntitiesCommand.Write;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.outcome.EntityWriteRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityWriteRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.EntityCollection;

import org.jspecify.annotations.Nullable;

/** Applies writes to items. The check and the write are one step. */
final class EntityStore {

    private final EntityRows entities;
    private final Decision decision;

    EntityStore(EntityRows entities, Decision decision) {
        this.entities = entities;
        this.decision = decision;
    }

    EntitiesOutcome.Write write(Entity entity, Write c) {
        EntityWriteRefused refused = decision.refusal(entity, c.client(), c.collection());
        if (refused != null) {
            return refused;
        }
        EntityCollection collection = c.collection();
        return switch (c.change()) {
            case Change.Put put -> {
                if (put.mustExist() && entity.item(collection, put.key()) == null) {
                    yield new EntityWriteRefused(EntityWriteRefusal.NO_ITEM, 0, null);
                }
                Refusal refusal = put(entity, collection, put.key(), put.value());
                yield refusal == null ? Outcome.DONE : refusal.outcome();
            }
            case Change.Delete delete -> {
                EntityItem item = entity.item(collection, delete.key());
                if (item == null) {
                    yield new EntityWriteRefused(EntityWriteRefusal.NO_ITEM, 0, null);
                }
                entities.remove(item);
                yield Outcome.DONE;
            }
            case Change.Clear clear -> {
                entities.clear(entity, collection, clear.prefix());
                yield Outcome.DONE;
            }
        };
    }

    EntitiesOutcome.Report report(Entity entity, Report c) {
        Refusal refusal = put(entity, EntityCollection.FAULTS, c.code(), c.value());
        return refusal == null ? Outcome.DONE : refusal.outcome();
    }

    /** Clears the faults that the client may clear. Others are skipped without an error. */
    EntitiesOutcome.Clear clearFaults(ClearFaults c) {
        EntitiesTenant tenant = entities.tenant(c.tenant());
        entities.rows().forEach(entity -> {
            boolean mine = entity.tenant == tenant && !entity.retired;
            if (mine && decision.refusal(entity, c.client(), EntityCollection.FAULTS) == null) {
                entities.clear(entity, EntityCollection.FAULTS, "");
            }
        });
        return Outcome.DONE;
    }

    /** Stores an item. Returns why there is no room for it, or null. */
    private @Nullable Refusal put(
            Entity entity, EntityCollection collection, String key, Blob value) {
        EntitiesTenant tenant = entity.tenant;
        EntityItem known = entity.item(collection, key);
        if (known == null && tenant.items >= decision.settings.itemsMax()) {
            return Refusal.KEYS_MAX;
        }
        // Clearing an entity removes its items in one step, which must not take long.
        if (known == null && entity.items() >= decision.settings.itemsPerEntityMax()) {
            return Refusal.KEYS_MAX;
        }
        long more = (long) value.size() - (known == null ? 0 : known.size());
        if (value.size() > decision.settings.valueBytesMax()
                || more > 0 && tenant.valueBytes + more > decision.settings.valueBytesTotalMax()) {
            return Refusal.DATA_MAX;
        }
        Refusal refusal = tenant.use.refuseKeys(known == null ? 1 : 0);
        if (refusal == null) {
            refusal = tenant.use.refuseBytes(more);
        }
        if (refusal == null) {
            long before = known == null ? 0 : known.heapBytes();
            refusal = entities.refuseHeap(EntityItem.bytes(key, value) - before);
        }
        if (refusal == null) {
            entities.put(entity, collection, key, value);
        }
        return refusal;
    }
}
