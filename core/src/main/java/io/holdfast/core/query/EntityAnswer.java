package io.holdfast.core.query;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntityCollection;
import io.holdfast.core.command.EntitySpec;
import io.holdfast.core.command.EntityType;
import io.holdfast.core.outcome.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What reads of entities answer. */
public sealed interface EntityAnswer {

    /**
     * One entity.
     *
     * @param enabled whether there are locks
     * @param actual the type that the id has, which may be another one; null where it is unknown
     * @param entity null where the id is not one of the type that was asked for
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
     * Entities of a type, in the order in which they became known.
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
     * A place in a list of items.
     *
     * @param entity the number of the first entity that is left
     * @param key the last of its keys that was passed; empty if none was
     */
    record Place(long entity, String key) {

        public static final Place START = new Place(0, "");
    }

    /** One item, and whose it is. */
    record Item(
            EntityType type,
            String entity,
            String key,
            Blob value,
            long createdMillis,
            long changedMillis) {}

    /**
     * Whether a write would be made.
     *
     * @param refused why it would not be; null where it would
     * @param own the lock of whoever asks, on that entity or on what it belongs to; null where it
     *     holds neither
     */
    record Checked(
            Outcome.@Nullable EntityRefused refused,
            @Nullable EntityLockState own) implements EntityAnswer {}
}
