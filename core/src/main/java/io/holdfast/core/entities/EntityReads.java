package io.holdfast.core.entities;

import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntityType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers queries about entities. It never changes the state. */
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

    EntityAnswer.Listed list(Query.ListEntities query, Visits visits) {
        List<EntityAnswer.Entity> listed = new ArrayList<>();
        long last = entities.rows().visit(query.after(), visits, entity -> {
            boolean asked =
                    entity.spec.type() == query.type() && entity.tenant.name.equals(query.tenant());
            if (asked && !entity.retired) {
                listed.add(answer(entity));
            }
            return true;
        });
        return new EntityAnswer.Listed(decision.settings.enabled(), listed, last);
    }

    private EntityAnswer.Entity answer(Entity entity) {
        return new EntityAnswer.Entity(entity.spec, decision.required(entity), entity.lockState());
    }

    EntityAnswer.Items items(Query.FindItems query, Visits visits) {
        Entity entity = entities.find(query.tenant(), query.type(), query.entity());
        if (entity == null) {
            return new EntityAnswer.Items(
                    false, entities.typeOf(query.tenant(), query.entity()), List.of(), null);
        }
        List<EntityAnswer.Item> items = new ArrayList<>();
        String last = null;
        if (query.one()) {
            EntityItem item = entity.item(query.collection(), query.key());
            if (item != null) {
                items.add(item.answer());
            }
        } else {
            last = page(
                    entity.items(query.collection(), query.key(), query.after()), items, visits);
        }
        return new EntityAnswer.Items(
                true, query.type(), items, last == null ? null : new EntityAnswer.Place(0, last));
    }

    /**
     * Adds items up to the limit of {@code visits}. Returns the last key, or null if all were
     * added.
     */
    private static @Nullable String page(
            Collection<EntityItem> from, List<EntityAnswer.Item> items, Visits visits) {
        for (EntityItem item : from) {
            if (!visits.more()) {
                return items.isEmpty() ? "" : items.getLast().key();
            }
            visits.row();
            visits.value(item.size());
            items.add(item.answer());
        }
        return null;
    }

    /** Lists the first segments of keys. All items with the same first segment cost one visit. */
    EntityAnswer.ItemNames names(Query.ListItemNames query, Visits visits) {
        Entity entity = entities.find(query.tenant(), query.type(), query.entity());
        if (entity == null) {
            return new EntityAnswer.ItemNames(
                    false, entities.typeOf(query.tenant(), query.entity()), List.of(), null);
        }
        List<String> names = new ArrayList<>();
        String last = query.after();
        EntityItem item = entity.itemAfter(query.collection(), last);
        while (item != null && visits.more()) {
            visits.row();
            int slash = item.key.indexOf('/');
            String name = slash < 0 ? item.key : item.key.substring(0, slash);
            // An item with exactly this name sorts before those below it, so it has already been
            // listed.
            if (slash < 0 || entity.item(query.collection(), name) == null) {
                names.add(name);
            }
            last = slash < 0 ? item.key : name + "/" + Character.MAX_VALUE;
            item = entity.itemAfter(query.collection(), last);
        }
        return new EntityAnswer.ItemNames(true, query.type(), names, item == null ? null : last);
    }

    EntityAnswer.Items faults(Query.ListFaults query, Visits visits) {
        EntityAnswer.Place from = query.from();
        List<EntityAnswer.Item> items = new ArrayList<>();
        EntityAnswer.Place[] cut = new EntityAnswer.Place[1];
        long last = entities.rows().visit(from.entity() - 1, visits, entity -> {
            if (!entity.tenant.name.equals(query.tenant()) || entity.retired) {
                return true;
            }
            String after = entity.number() == from.entity() ? from.key() : "";
            int before = items.size();
            String reached = page(entity.items(EntityCollection.FAULTS, "", after), items, visits);
            if (reached != null) {
                String key = items.size() == before ? after : reached;
                cut[0] = new EntityAnswer.Place(entity.number(), key);
            }
            return reached == null;
        });
        EntityAnswer.Place next = last == Query.END ? null : new EntityAnswer.Place(last + 1, "");
        return new EntityAnswer.Items(true, null, items, cut[0] != null ? cut[0] : next);
    }

    EntityAnswer.Checked check(Query.CheckWrite query) {
        Entity entity = entities.find(query.tenant(), query.type(), query.entity());
        if (entity == null) {
            // An unknown entity has no lock. The server behind the proxy reports that it is
            // unknown.
            return new EntityAnswer.Checked(null, null);
        }
        return new EntityAnswer.Checked(
                decision.refusal(entity, query.client(), query.collection()),
                nearest(entity, query.client()));
    }

    /** Returns the client's lock on the entity, or on the nearest entity above it. */
    private @Nullable EntityLockState nearest(Entity entity, @Nullable ClientId client) {
        Entity level = entity;
        while (level != null && !level.heldBy(client)) {
            level = entities.parent(level);
        }
        return level == null ? null : level.lockState();
    }
}
