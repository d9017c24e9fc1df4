package io.holdfast.core.command;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands of the entities API: an entity has at most one lock, and only clients that no lock
 * excludes may change its items. A client is identified by a digest of its id.
 */
public sealed interface EntitiesCommand<O extends EntitiesOutcome> extends Command<O> {

    String tenant();

    /** A command for one entity, identified by its type and id. */
    sealed interface OfEntity<O extends EntitiesOutcome> extends EntitiesCommand<O> {

        EntityType type();

        String entity();
    }

    /**
     * Acquires the entity's lock.
     *
     * @param scopes the protected collections as the client listed them; empty means all
     * @param breaking true if an existing lock is replaced, provided that it is breakable
     */
    record Acquire(
            String tenant,
            EntityType type,
            String entity,
            ClientId client,
            List<EntityCollection> scopes,
            long seconds,
            boolean breaking)
            implements OfEntity<EntitiesOutcome.Acquire> {

        public Acquire {
            scopes = List.copyOf(scopes);
        }
    }

    /** Sets the lock's remaining time, which may become shorter than before. */
    record Extend(
            String tenant, EntityType type, String entity, ClientId client, long lock, long seconds)
            implements OfEntity<EntitiesOutcome.Change> {}

    record Release(String tenant, EntityType type, String entity, ClientId client, long lock)
            implements OfEntity<EntitiesOutcome.Change> {}

    /**
     * Changes an entity's items if no lock prevents it. The check and the change are one step.
     *
     * @param client the client; null if the request has no client id
     */
    record Write(
            String tenant,
            EntityType type,
            String entity,
            @Nullable ClientId client,
            EntityCollection collection,
            Change change)
            implements OfEntity<EntitiesOutcome.Write> {}

    /** The change that a write makes to a collection. */
    sealed interface Change {

        /** @param mustExist true if only an existing item may be changed */
        record Put(String key, Blob value, boolean mustExist) implements Change {}

        /** Removes an item; refused if it does not exist. */
        record Delete(String key) implements Change {}

        /** Removes all items whose keys have the prefix; an empty prefix removes all items. */
        record Clear(String prefix) implements Change {}
    }

    /** Reports a fault of the entity. No lock ever prevents a report. */
    record Report(String tenant, EntityType type, String entity, String code, Blob value)
            implements OfEntity<EntitiesOutcome.Report> {}

    /** Clears the faults of every entity whose faults the client may clear. */
    record ClearFaults(String tenant, @Nullable ClientId client)
            implements EntitiesCommand<EntitiesOutcome.Clear> {}

    /** Registers an entity outside the manifest. */
    record Register(String tenant, EntitySpec spec)
            implements EntitiesCommand<EntitiesOutcome.Register> {}

    /** Removes a registered entity with its lock and its items. */
    record Remove(String tenant, EntityType type, String entity)
            implements OfEntity<EntitiesOutcome.Register> {}

    /**
     * A part of the manifest, which consists of all parts of one edition. An entity that is missing
     * when the last part is applied becomes unknown. Its lock and items are kept in case it
     * returns.
     *
     * @param edition a number that differs from those of other editions
     */
    record Manifest(String tenant, long edition, List<EntitySpec> entities, boolean last)
            implements EntitiesCommand<EntitiesOutcome.Load> {

        public Manifest {
            entities = List.copyOf(entities);
        }
    }
}
