package io.holdfast.core.command;

import io.holdfast.core.bytes.Blob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contract of entity locks: one lock on an entity at a time, and items of entities that only
 * those may change whom no lock keeps out. Who asks is a digest of the client's own id.
 */
public sealed interface EntitiesCommand extends Command {

    String tenant();

    /** A command about one entity, by its type and its id. */
    sealed interface OfEntity extends EntitiesCommand {

        EntityType type();

        String entity();
    }

    /**
     * Takes the entity's lock.
     *
     * @param scopes what it protects, as the client listed it; empty means everything
     * @param breaking whether a lock that is there is replaced, where it can be broken
     */
    record Acquire(
            String tenant,
            EntityType type,
            String entity,
            ClientId client,
            List<EntityCollection> scopes,
            long seconds,
            boolean breaking)
            implements OfEntity {

        public Acquire {
            scopes = List.copyOf(scopes);
        }
    }

    /** The lock now lasts for so long from now, which may be less than before. */
    record Extend(
            String tenant, EntityType type, String entity, ClientId client, long lock, long seconds)
            implements OfEntity {}

    record Release(String tenant, EntityType type, String entity, ClientId client, long lock)
            implements OfEntity {}

    /**
     * A change of an entity's items, made where no lock is in the way: check and change are one
     * step.
     *
     * @param client whoever asks; null where nobody says so
     */
    record Write(
            String tenant,
            EntityType type,
            String entity,
            @Nullable ClientId client,
            EntityCollection collection,
            Change change)
            implements OfEntity {}

    /** What a write does with the items of a collection. */
    sealed interface Change {

        /** @param mustExist true where only an item that is there can be changed */
        record Put(String key, Blob value, boolean mustExist) implements Change {}

        /** Refused where there is no such item. */
        record Delete(String key) implements Change {}

        /** Removes all items whose keys begin so, and everything where that is empty. */
        record Clear(String prefix) implements Change {}
    }

    /** The entity itself says what is wrong with it; no lock is ever in the way of that. */
    record Report(String tenant, EntityType type, String entity, String code, Blob value)
            implements OfEntity {}

    /** Clears the faults of every entity whose faults the client may clear. */
    record ClearFaults(String tenant, @Nullable ClientId client) implements EntitiesCommand {}

    /** A new entity, beside those of the manifest. */
    record Register(String tenant, EntitySpec spec) implements EntitiesCommand {}

    /** Removes an entity that was registered, with its lock and its items. */
    record Remove(String tenant, EntityType type, String entity) implements OfEntity {}

    /**
     * A part of the manifest, which is what all parts of one edition say together. An entity that
     * the last part finds missing is unknown from then on; what it has is kept, in case it comes
     * back.
     *
     * @param edition a number that other editions do not have
     */
    record Manifest(String tenant, long edition, List<EntitySpec> entities, boolean last)
            implements EntitiesCommand {

        public Manifest {
            entities = List.copyOf(entities);
        }
    }
}
