package io.holdfast.core.entities;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitiesCommand.Acquire;
import io.holdfast.core.command.EntitiesCommand.ClearFaults;
import io.holdfast.core.command.EntitiesCommand.Extend;
import io.holdfast.core.command.EntitiesCommand.Manifest;
import io.holdfast.core.command.EntitiesCommand.OfEntity;
import io.holdfast.core.command.EntitiesCommand.Register;
import io.holdfast.core.command.EntitiesCommand.Release;
import io.holdfast.core.command.EntitiesCommand.Remove;
import io.holdfast.core.command.EntitiesCommand.Report;
import io.holdfast.core.command.EntitiesCommand.Write;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.outcome.EntityLockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityLockRefused;
import io.holdfast.core.outcome.Outcome.EntityMissing;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.resource.Bearer;
import io.holdfast.core.resource.Book;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.GrantTerms;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.Limits;

import org.jspecify.annotations.Nullable;

/**
 * The rules of entity locks. An entity's lock is the single slot of its resource. The grant's
 * secret is the digest of the holder's client id. There is no queue.
 */
public final class EntitiesBook implements Book {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long SECOND_MILLIS = 1_000L;

    private final State state;
    private final Kernel kernel;
    final EntityRows entities;
    private final Decision decision;
    private final EntityStore store;
    private final EntityRegistry registry;
    private final EntityReads reads;

    public EntitiesBook(State state, Kernel kernel) {
        this.state = state;
        this.kernel = kernel;
        this.entities = new EntityRows(state, kernel.tenants());
        this.decision = new Decision(entities);
        this.store = new EntityStore(entities, decision);
        this.registry = new EntityRegistry(entities, kernel, decision);
        this.reads = new EntityReads(entities, decision);
    }

    public void configure(Settings settings) {
        decision.settings = settings.entities();
    }

    public RowList<?> tenantRows() {
        return entities.tenantRows();
    }

    public RowList<?> rows() {
        return entities.rows();
    }

    public RowList<?> itemRows() {
        return entities.itemRows();
    }

    public void readTenant(ByteReader in) {
        entities.readTenant(in);
    }

    /** Reads an entity. The resource of its lock has been read before. */
    public void readEntity(ByteReader in) {
        entities.readEntity(in, kernel);
    }

    public void readItem(ByteReader in) {
        entities.readItem(in);
    }

    /** Returns whether a restored resource belongs to this book. */
    public boolean restored(Resource resource) {
        return resource.capacity() == 1 && resource.queued() == 0;
    }

    public EntityAnswer.Found find(Query.FindEntity query) {
        return reads.find(query);
    }

    public EntityAnswer.Listed list(Query.ListEntities query, Visits visits) {
        return reads.list(query, visits);
    }

    public EntityAnswer.Items items(Query.FindItems query, Visits visits) {
        return reads.items(query, visits);
    }

    public EntityAnswer.ItemNames names(Query.ListItemNames query, Visits visits) {
        return reads.names(query, visits);
    }

    public EntityAnswer.Items faults(Query.ListFaults query, Visits visits) {
        return reads.faults(query, visits);
    }

    public EntityAnswer.Checked check(Query.CheckWrite query) {
        return reads.check(query);
    }

    public boolean hasManifest(String tenant) {
        return registry.hasManifest(tenant);
    }

    public EntitiesOutcome apply(EntitiesCommand<?> command) {
        return switch (command) {
            case OfEntity<?> c -> ofEntity(c);
            case ClearFaults c -> store.clearFaults(c);
            case Register c -> registry.register(c);
            case Manifest c -> registry.load(c);
        };
    }

    private EntitiesOutcome ofEntity(OfEntity<?> c) {
        boolean locks = c instanceof Acquire || c instanceof Extend || c instanceof Release;
        if (locks && !decision.settings.enabled()) {
            return new EntityLockRefused(EntityLockRefusal.DISABLED, 0);
        }
        Entity entity = entities.find(c.tenant(), c.type(), c.entity());
        if (entity == null) {
            EntityType actual = entities.typeOf(c.tenant(), c.entity());
            return actual == null ? new EntityMissing(null) : new EntityMissing(actual.title());
        }
        return switch (c) {
            case Acquire acquire -> acquire(entity, acquire);
            case Extend extend -> extend(entity, extend);
            case Release release -> release(entity, release);
            case Write write -> store.write(entity, write);
            case Report report -> store.report(entity, report);
            case Remove _ -> registry.remove(entity);
        };
    }

    private EntitiesOutcome.Acquire acquire(Entity entity, Acquire c) {
        if (!entity.spec.type().lockable()) {
            return new EntityMissing(null);
        }
        long maxSeconds = decision.maxSeconds(entity);
        if (c.seconds() > maxSeconds) {
            return new EntityLockRefused(EntityLockRefusal.TOO_LONG, maxSeconds);
        }
        Grant old = entity.grant;
        if (old != null && !c.breaking()) {
            return refused(EntityLockRefusal.HELD, entity, old);
        }
        if (old != null && !entity.breakable) {
            return refused(EntityLockRefusal.NOT_BREAKABLE, entity, old);
        }
        // The broken lock makes room for its replacement, so no quota is checked.
        GrantTerms wish = new GrantTerms(
                Bearer.ANYONE, null, c.client().high(), c.client().low(), nanos(c.seconds()));
        Refusal refusal = old != null ? null : refuseLock(entity, wish);
        if (refusal != null) {
            return refusal.outcome();
        }
        if (old != null) {
            kernel.end(old, GrantEnd.CANCELLED);
        }
        Resource known = kernel.find(entity.name);
        Resource resource = known != null ? known : kernel.create(entity.name, 0, 1);
        Grant grant = kernel.grant(resource, wish, false, 0);
        entities.lock(
                entity, grant, c.scopes(), decision.breakable(entity), untilMillis(c.seconds()));
        EntityLockState lock = entity.lockState();
        if (lock == null) {
            throw new IllegalStateException("a new lock has a state");
        }
        return new Outcome.EntityLocked(lock);
    }

    private EntityLockRefused refused(EntityLockRefusal reason, Entity entity, Grant old) {
        return new EntityLockRefused(reason, entity.lock, kernel.estimates().of(old.resource(), 1));
    }

    private @Nullable Refusal refuseLock(Entity entity, GrantTerms wish) {
        Refusal refusal = entity.tenant.use.refuseLeases(1);
        return refusal != null
                ? refusal
                : state.refuseBytes(Resource.bytes(entity.name.key(), 1) + Grant.bytes(wish));
    }

    private EntitiesOutcome.Change extend(Entity entity, Extend c) {
        Grant grant = held(entity, c.lock());
        if (grant == null) {
            return new EntityLockRefused(EntityLockRefusal.NO_LOCK, 0);
        }
        long maxSeconds = decision.maxSeconds(entity);
        if (c.seconds() > maxSeconds) {
            return new EntityLockRefused(EntityLockRefusal.TOO_LONG, maxSeconds);
        }
        if (!entity.heldBy(c.client())) {
            return new EntityLockRefused(EntityLockRefusal.NOT_OWNER, 0);
        }
        kernel.extend(grant, nanos(c.seconds()));
        entities.extend(entity, untilMillis(c.seconds()));
        return Outcome.DONE;
    }

    private EntitiesOutcome.Change release(Entity entity, Release c) {
        Grant grant = held(entity, c.lock());
        if (grant == null) {
            return new EntityLockRefused(EntityLockRefusal.NO_LOCK, 0);
        }
        if (!entity.heldBy(c.client())) {
            return new EntityLockRefused(EntityLockRefusal.NOT_OWNER, 0);
        }
        kernel.end(grant, GrantEnd.RELEASED);
        return Outcome.DONE;
    }

    /**
     * Returns the grant of that lock; null if the entity has another one, even of the same client.
     */
    private static @Nullable Grant held(Entity entity, long lock) {
        return entity.lock == lock ? entity.grant : null;
    }

    /** Converts seconds to nanoseconds. The limit keeps an invalid log entry from overflowing. */
    private static long nanos(long seconds) {
        return Math.min(seconds, Limits.SECONDS_MAX) * SECOND_NANOS;
    }

    private long untilMillis(long seconds) {
        return state.wallMillis() + Math.min(seconds, Limits.SECONDS_MAX) * SECOND_MILLIS;
    }

    /** An entity's resource exists only while it is locked. */
    @Override
    public long idleNanos() {
        return 0;
    }

    @Override
    public void forgotten(Resource resource) {
        // The entity itself is stored elsewhere and stays.
    }

    @Override
    public void ended(Grant grant, GrantEnd reason) {
        Entity entity = entities.findAny(grant.resource().name());
        if (entity == null || entity.grant != grant) {
            throw new IllegalStateException("a lock has an entity");
        }
        boolean subscribed = entity.protects(EntityCollection.CYCLIC_SUBSCRIPTIONS);
        entities.unlock(entity);
        if (reason == GrantEnd.EXPIRED && subscribed) {
            // A client that lets its lock expire is gone and can no longer receive cyclic data.
            entities.clear(entity, EntityCollection.CYCLIC_SUBSCRIPTIONS, "");
        }
        entities.dropIfBare(entity);
    }

    @Override
    public void promoted(Waiter waiter, Grant grant) {
        throw new IllegalStateException("an entity lock has no queue");
    }

    @Override
    public void left(Waiter waiter, WaitEnd reason) {
        throw new IllegalStateException("an entity lock has no queue");
    }

    @Override
    public void endWaits(Waiter waiter, WaitEnd reason, Refusal refusal) {
        throw new IllegalStateException("an entity lock has no queue");
    }
}
