package io.holdfast.core.entities;

import io.holdfast.core.state.Index;
import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/** Finds entities by the name of their resource. */
final class EntityIndex extends Index<Entity> {

    @Nullable
    Entity find(ResourceName name) {
        int slot = start(name.hashCode());
        while (true) {
            Entity entity = at(slot);
            if (entity == null || entity.name.equals(name)) {
                return entity;
            }
            slot = after(slot);
        }
    }

    @Override
    protected int hash(Entity entity) {
        return entity.name.hashCode();
    }
}
