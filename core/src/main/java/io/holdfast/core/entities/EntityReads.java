package io.holdfast.core.entities;

import io.holdfast.core.command.ClientId;
import io.holdfast.core.command.EntityCollection;
import io.holdfast.core.command.EntityType;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.EntityLockState;
import io.holdfast.core.query.Query;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers what is asked about entities, and changes nothing. */
final class EntityReads {

    private final EntityRows entities;
    private final Decision decision;

    EntityReads(EntityRows entities, Decision decision) {
        this.entities = entities;
        this.decision = decision;
    }

    EntityAnswer.Found find(Query.FindEntity query) {
        Entity entity = entities.find(query.tenant(), query.type(), query.entity());
        EntityType actual =
                entity != null ? query.type() : entities.typeOf(query.tenant(), query.entity());
        return new EntityAnswer.Found(
                decision.settings.enabled(), actual, entity == null ? null : answer(entity));
    }

    EntityAnswer.Listed list(Query.ListEntities query) {
        List<EntityAnswer.Entity> listed = new ArrayList<>();
        entities.rows().forEach(entity -> {
            boolean asked =
                    entity.spec.type() == query.type() && entity.tenant.name.equals(query.tenant());
            if (asked && !entity.retired) {
                listed.add(answer(entity));
            }
        });
        return new EntityAnswer.Listed(decision.settings.enabled(), listed);
    }

    private EntityAnswer.Entity answer(Entity entity) {
        return new EntityAnswer.Entity(entity.spec, decision.required(entity), entity.lockState());
    }

    EntityAnswer.Items items(Query.FindItems query) {
        Entity entity = entities.find(query.tenant(), query.type(), query.entity());
        if (entity == null) {
            return new EntityAnswer.Items(
                    false, entities.typeOf(query.tenant(), query.entity()), List.of());
        }
        List<EntityAnswer.Item> items = new ArrayList<>();
        if (query.one()) {
            EntityItem item = entity.item(query.collection(), query.key());
            if (item != null) {
                items.add(item.answer());
            }
        } else {
            entity.items(query.collection(), query.key()).forEach(item -> items.add(item.answer()));
        }
        return new EntityAnswer.Items(true, query.type(), items);
    }

    EntityAnswer.Items faults(String tenant) {
        List<EntityAnswer.Item> items = new ArrayList<>();
        entities.rows().forEach(entity -> {
            if (entity.tenant.name.equals(tenant) && !entity.retired) {
                entity.items(EntityCollection.FAULTS, "").forEach(item -> items.add(item.answer()));
            }
        });
        return new EntityAnswer.Items(true, null, items);
    }

    EntityAnswer.Checked check(Query.CheckWrite query) {
        Entity entity = entities.find(query.tenant(), query.type(), query.entity());
        if (entity == null) {
            // What is not known here has no lock, and whoever serves it says that it is unknown.
            return new EntityAnswer.Checked(null, null);
        }
        return new EntityAnswer.Checked(
                decision.refusal(entity, query.client(), query.collection()),
                nearest(entity, query.client()));
    }

    /** The client's lock on the entity, or on what it belongs to. */
    private @Nullable EntityLockState nearest(Entity entity, @Nullable ClientId client) {
        Entity level = entity;
        while (level != null && !level.heldBy(client)) {
            level = entities.parent(level);
        }
        return level == null ? null : level.lockState();
    }
}
