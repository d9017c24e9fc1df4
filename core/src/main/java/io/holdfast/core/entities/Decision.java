package io.holdfast.core.entities;

import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.outcome.EntityWriteRefusal;
import io.holdfast.core.outcome.Outcome.EntityWriteRefused;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a client may change a collection of an entity. Writes and the check for proxies
 * both use it, so they cannot differ.
 */
final class Decision {

    private final EntityRows entities;
    EntitiesSettings settings = EntitiesSettings.DEFAULT;

    Decision(EntityRows entities) {
        this.entities = entities;
    }

    /** Returns the reason for a rejection; null if the write is allowed. */
    @Nullable
    EntityWriteRefused refusal(
            Entity entity, @Nullable ClientId client, EntityCollection collection) {
        if (!settings.enabled()) {
            return null;
        }
        // A lock also protects the entities below it. Acquiring it changes nothing there: each
        // write checks the locks above its entity.
        for (Entity level = entity; level != null; level = entities.parent(level)) {
            if (level.protects(collection) && !level.heldBy(client)) {
                return new EntityWriteRefused(
                        EntityWriteRefusal.LOCKED, level.lock, level.spec.id());
            }
        }
        boolean held = entity.protects(collection) && entity.heldBy(client);
        return required(entity).contains(collection) && !held
                ? new EntityWriteRefused(EntityWriteRefusal.LOCK_REQUIRED, 0, null)
                : null;
    }

    List<EntityCollection> required(Entity entity) {
        List<EntityCollection> own = entity.spec.rules().requiredScopes();
        return switch (entity.spec.type()) {
            case COMPONENT -> own != null ? own : settings.components().requiredScopes();
            case APP -> own != null ? own : settings.apps().requiredScopes();
            case AREA, FUNCTION -> List.of();
        };
    }

    boolean breakable(Entity entity) {
        Boolean own = entity.spec.rules().breakable();
        return switch (entity.spec.type()) {
            case COMPONENT -> own != null ? own : settings.components().breakable();
            case APP -> own != null ? own : settings.apps().breakable();
            case AREA, FUNCTION -> true;
        };
    }

    long maxSeconds(Entity entity) {
        long own = entity.spec.rules().maxSeconds();
        return own > 0 ? own : settings.maxSeconds();
    }
}
