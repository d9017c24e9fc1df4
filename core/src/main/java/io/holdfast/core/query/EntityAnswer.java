package io.holdfast.core.query;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answers to queries about entities. */
public sealed interface EntityAnswer {

    /**
     * One entity.
     *
     * @param enabled true if locking is enabled
     * @param actual the actual type of the id, which may differ from the requested one; null if the
     *     id is unknown
     * @param entity null if the id does not have the requested type
     */
    record Found(
            boolean enabled,
            @Nullable EntityType actual,
            @Nullable Entity entity) implements EntityAnswer {}

    record Entity(
            EntitySpec spec,
            List<EntityCollection> requiredScopes,
            @Nullable EntityLockState lock) {

        public Entity {
            requiredScopes = List.copyOf(requiredScopes);
        }
    }

    /**
     * Entities of a type, in the order of their creation.
     *
     * @param last where the next page begins, or {@link Query#END}
     */
    record Listed(boolean enabled, List<Entity> entities, long last) implements EntityAnswer {

        public Listed {
            entities = List.copyOf(entities);
        }
    }

    /**
     * Items in the order of their keys.
     *
     * @param actual as in {@link Found}
     * @param next where the next page begins; null if there is none
     */
    record Items(
            boolean known,
            @Nullable EntityType actual,
            List<Item> items,
            @Nullable Place next) implements EntityAnswer {

        public Items {
            items = List.copyOf(items);
        }
    }

    /**
     * Names in the order in which they were found.
     *
     * @param actual as in {@link Found}
     * @param next the key after which the next page begins; null if there is none
     */
    record ItemNames(
            boolean known,
            @Nullable EntityType actual,
            List<String> names,
            @Nullable String next) implements EntityAnswer {

        public ItemNames {
            names = List.copyOf(names);
        }
    }

    /**
     * A position in a list of items.
     *
     * @param entity the number of the first entity that is left
     * @param key the last key of it that was passed; empty if none was
     */
    record Place(long entity, String key) {

        public static final Place START = new Place(0, "");
    }

    /** An item and the entity that it belongs to. */
    record Item(
            EntityType type,
            String entity,
            String key,
            Blob value,
            long createdMillis,
            long changedMillis) {}

    /**
     * The result of a write check.
     *
     * @param refused why the write would be refused; null if it would succeed
     * @param own the caller's lock on the entity or on its parent; null if it holds neither
     */
    record Checked(
            Outcome.@Nullable EntityWriteRefused refused,
            @Nullable EntityLockState own) implements EntityAnswer {}
}
