package io.holdfast.core.entities;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.command.EntitiesCommand.ClearFaults;
import io.holdfast.core.command.EntitiesCommand.Report;
import io.holdfast.core.command.EntitiesCommand.Write;
import io.holdfast.core.outcome.EntityRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.EntityCollection;

/** Applies writes to items. The check and the write are one step. */
final class EntityStore {

    private final EntityRows entities;
    private final Decision decision;

    EntityStore(EntityRows entities, Decision decision) {
        this.entities = entities;
        this.decision = decision;
    }

    Outcome write(Entity entity, Write c) {
        EntityRefused refused = decision.refusal(entity, c.client(), c.collection());
        if (refused != null) {
            return refused;
        }
        EntityCollection collection = c.collection();
        return switch (c.change()) {
            case Change.Put put ->
                put.mustExist() && entity.item(collection, put.key()) == null
                        ? new EntityRefused(EntityRefusal.NO_ITEM)
                        : put(entity, collection, put.key(), put.value());
            case Change.Delete delete -> {
                EntityItem item = entity.item(collection, delete.key());
                if (item == null) {
                    yield new EntityRefused(EntityRefusal.NO_ITEM);
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

    Outcome report(Entity entity, Report c) {
        return put(entity, EntityCollection.FAULTS, c.code(), c.value());
    }

    /** Clears the faults that the client may clear. Others are skipped without an error. */
    Outcome clearFaults(ClearFaults c) {
        EntitiesTenant tenant = entities.tenant(c.tenant());
        entities.rows().forEach(entity -> {
            boolean mine = entity.tenant == tenant && !entity.retired;
            if (mine && decision.refusal(entity, c.client(), EntityCollection.FAULTS) == null) {
                entities.clear(entity, EntityCollection.FAULTS, "");
            }
        });
        return Outcome.DONE;
    }

    private Outcome put(Entity entity, EntityCollection collection, String key, Blob value) {
        EntitiesTenant tenant = entity.tenant;
        EntityItem known = entity.item(collection, key);
        if (known == null && tenant.items >= decision.settings.itemsMax()) {
            return Refusal.KEYS_MAX.outcome();
        }
        long more = (long) value.size() - (known == null ? 0 : known.size());
        if (value.size() > decision.settings.valueBytesMax()
                || more > 0 && tenant.valueBytes + more > decision.settings.valueBytesTotalMax()) {
            return Refusal.DATA_MAX.outcome();
        }
        Refusal refusal = tenant.use.refuseKeys(known == null ? 1 : 0);
        if (refusal == null) {
            refusal = tenant.use.refuseBytes(more);
        }
        if (refusal == null) {
            long before = known == null ? 0 : known.heapBytes();
            refusal = entities.refuseHeap(EntityItem.bytes(key, value) - before);
        }
        if (refusal != null) {
            return refusal.outcome();
        }
        entities.put(entity, collection, key, value);
        return Outcome.DONE;
    }
}
