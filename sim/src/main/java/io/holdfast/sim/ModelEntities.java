package io.holdfast.sim;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.command.EntitiesSettings;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.outcome.EntityLockRefusal;
import io.holdfast.core.outcome.EntityRegistrationRefusal;
import io.holdfast.core.outcome.EntityWriteRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The model of the entities API, with lists that are scanned. */
final class ModelEntities {

    private static final long SECOND_NANOS = 1_000_000_000L;

    private final ModelRules rules;
    private final List<Thing> things = new ArrayList<>();
    private long lastLock;

    /** An entity with its lock and its items. */
    private static final class Thing {
        EntitySpec spec;
        long edition;
        boolean hidden;

        @Nullable
        EntityLockState lock;

        boolean breakable;
        long endNanos;
        final List<Kept> kept = new ArrayList<>();

        Thing(EntitySpec spec) {
            this.spec = spec;
        }
    }

    private static final class Kept {
        final EntityCollection collection;
        final String key;
        final long createdMillis;
        Blob value;
        long changedMillis;

        Kept(EntityCollection collection, String key, Blob value, long nowMillis) {
            this.collection = collection;
            this.key = key;
            this.value = value;
            this.createdMillis = nowMillis;
            this.changedMillis = nowMillis;
        }
    }

    ModelEntities(ModelRules rules) {
        this.rules = rules;
    }

    long lastLock() {
        return lastLock;
    }

    private EntitiesSettings settings() {
        return rules.settings.entities();
    }

    /** Ends expired locks, and the subscriptions that such a lock protected. */
    void expire() {
        for (Thing thing : List.copyOf(things)) {
            EntityLockState lock = thing.lock;
            if (lock != null && thing.endNanos <= rules.nowNanos) {
                rules.marks.hit("entity lock expires");
                if (covers(lock, EntityCollection.CYCLIC_SUBSCRIPTIONS)) {
                    thing.kept.removeIf(
                            kept -> kept.collection == EntityCollection.CYCLIC_SUBSCRIPTIONS);
                }
                unlock(thing);
            }
        }
    }

    EntitiesOutcome outcome(EntitiesCommand<?> command) {
        EntitiesOutcome outcome = switch (command) {
            case EntitiesCommand.OfEntity<?> c -> ofEntity(c);
            case EntitiesCommand.ClearFaults c -> {
                for (Thing thing : things) {
                    if (!thing.hidden
                            && refusal(thing, c.client(), EntityCollection.FAULTS) == null) {
                        thing.kept.removeIf(kept -> kept.collection == EntityCollection.FAULTS);
                    }
                }
                yield Outcome.DONE;
            }
            case EntitiesCommand.Register c -> register(c.spec());
            case EntitiesCommand.Manifest c -> manifest(c);
        };
        switch (outcome) {
            case Outcome.EntityMissing missing ->
                rules.marks.hit(
                        missing.actualType() == null ? "entity missing" : "entity of other type");
            case Outcome.EntityLockRefused refused -> rules.marks.hit("entity " + refused.reason());
            case Outcome.EntityWriteRefused refused ->
                rules.marks.hit("entity " + refused.reason());
            case Outcome.EntityRegistrationRefused refused ->
                rules.marks.hit("entity " + refused.reason());
            case Outcome.EntityLocked _, Outcome.Done _, Outcome.Shared _ -> {}
        }
        return outcome;
    }

    private EntitiesOutcome ofEntity(EntitiesCommand.OfEntity<?> c) {
        boolean locks = c instanceof EntitiesCommand.Acquire
                || c instanceof EntitiesCommand.Extend
                || c instanceof EntitiesCommand.Release;
        if (locks && !settings().enabled()) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.DISABLED, 0);
        }
        Thing thing = find(c.type(), c.entity());
        if (thing == null) {
            EntityType other = c.type() == EntityType.APP ? EntityType.COMPONENT : EntityType.APP;
            return find(other, c.entity()) == null
                    ? new Outcome.EntityMissing(null)
                    : new Outcome.EntityMissing(other.title());
        }
        return switch (c) {
            case EntitiesCommand.Acquire a -> acquire(thing, a);
            case EntitiesCommand.Extend a -> extend(thing, a);
            case EntitiesCommand.Release a -> release(thing, a);
            case EntitiesCommand.Write a -> write(thing, a);
            case EntitiesCommand.Report a ->
                put(thing, EntityCollection.FAULTS, a.code(), a.value());
            case EntitiesCommand.Remove _ -> {
                if (thing.edition != 0) {
                    yield new Outcome.EntityRegistrationRefused(
                            EntityRegistrationRefusal.OF_MANIFEST, null);
                }
                things.remove(thing);
                yield Outcome.DONE;
            }
        };
    }

    private EntitiesOutcome acquire(Thing thing, EntitiesCommand.Acquire c) {
        long max = maxSeconds(thing);
        if (c.seconds() > max) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.TOO_LONG, max);
        }
        EntityLockState old = thing.lock;
        if (old != null && !c.breaking()) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.HELD, old.number());
        }
        if (old != null && !thing.breakable) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.NOT_BREAKABLE, old.number());
        }
        Refusal full = old != null ? null : rules.tenant.refuseLeases(1);
        if (full != null) {
            return full.outcome();
        }
        if (old != null) {
            rules.marks.hit("entity lock broken");
        }
        Boolean own = thing.spec.rules().breakable();
        boolean app = thing.spec.type() == EntityType.APP;
        thing.breakable = own != null
                ? own
                : app ? settings().apps().breakable() : settings().components().breakable();
        thing.endNanos = rules.after(c.seconds() * SECOND_NANOS);
        EntityLockState lock = new EntityLockState(
                ++lastLock,
                ++rules.fence,
                c.client(),
                c.scopes(),
                rules.wallMillis + c.seconds() * 1000);
        thing.lock = lock;
        return new Outcome.EntityLocked(lock);
    }

    private EntitiesOutcome extend(Thing thing, EntitiesCommand.Extend c) {
        EntityLockState lock = thing.lock;
        if (lock == null || lock.number() != c.lock()) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.NO_LOCK, 0);
        }
        long max = maxSeconds(thing);
        if (c.seconds() > max) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.TOO_LONG, max);
        }
        if (!lock.holder().equals(c.client())) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.NOT_OWNER, 0);
        }
        thing.endNanos = rules.after(c.seconds() * SECOND_NANOS);
        thing.lock = new EntityLockState(
                lock.number(),
                lock.fence(),
                lock.holder(),
                lock.scopes(),
                rules.wallMillis + c.seconds() * 1000);
        return Outcome.DONE;
    }

    private EntitiesOutcome release(Thing thing, EntitiesCommand.Release c) {
        EntityLockState lock = thing.lock;
        if (lock == null || lock.number() != c.lock()) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.NO_LOCK, 0);
        }
        if (!lock.holder().equals(c.client())) {
            return new Outcome.EntityLockRefused(EntityLockRefusal.NOT_OWNER, 0);
        }
        unlock(thing);
        return Outcome.DONE;
    }

    /** Returns the path of the entity whose lock has that fence; null if there is none. */
    @Nullable
    String lockedBy(long fence) {
        Thing thing = locked(fence);
        return thing == null ? null : thing.spec.type().path() + "/" + thing.spec.id();
    }

    /** Ends the lock with that fence. */
    void unlock(long fence) {
        Thing thing = locked(fence);
        if (thing != null) {
            unlock(thing);
        }
    }

    private @Nullable Thing locked(long fence) {
        for (Thing thing : things) {
            if (thing.lock != null && thing.lock.fence() == fence) {
                return thing;
            }
        }
        return null;
    }

    private void unlock(Thing thing) {
        thing.lock = null;
        dropIfNothingIsLeft(thing);
    }

    private void dropIfNothingIsLeft(Thing thing) {
        if (thing.hidden && thing.lock == null && thing.kept.isEmpty()) {
            things.remove(thing);
        }
    }

    private EntitiesOutcome write(Thing thing, EntitiesCommand.Write c) {
        Outcome.EntityWriteRefused refused = refusal(thing, c.client(), c.collection());
        if (refused != null) {
            return refused;
        }
        switch (c.change()) {
            case Change.Put put -> {
                if (put.mustExist() && kept(thing, c.collection(), put.key()) == null) {
                    return new Outcome.EntityWriteRefused(EntityWriteRefusal.NO_ITEM, 0, null);
                }
                return put(thing, c.collection(), put.key(), put.value());
            }
            case Change.Delete delete -> {
                Kept kept = kept(thing, c.collection(), delete.key());
                if (kept == null) {
                    return new Outcome.EntityWriteRefused(EntityWriteRefusal.NO_ITEM, 0, null);
                }
                thing.kept.remove(kept);
            }
            case Change.Clear clear ->
                thing.kept.removeIf(kept ->
                        kept.collection == c.collection() && kept.key.startsWith(clear.prefix()));
        }
        return Outcome.DONE;
    }

    /** Returns the number of entities and items. */
    int names() {
        return things.size() + items();
    }

    int locked() {
        int locked = 0;
        for (Thing thing : things) {
            locked += thing.lock == null ? 0 : 1;
        }
        return locked;
    }

    long bytes() {
        long bytes = 0;
        for (Thing thing : things) {
            for (Kept kept : thing.kept) {
                bytes += kept.value.size();
            }
        }
        return bytes;
    }

    private int items() {
        int count = 0;
        for (Thing thing : things) {
            count += thing.kept.size();
        }
        return count;
    }

    private EntitiesOutcome put(Thing thing, EntityCollection collection, String key, Blob value) {
        Kept known = kept(thing, collection, key);
        if (known == null && items() >= settings().itemsMax()) {
            return Refusal.KEYS_MAX.outcome();
        }
        if (known == null && thing.kept.size() >= settings().itemsPerEntityMax()) {
            return Refusal.KEYS_MAX.outcome();
        }
        int before = known == null ? 0 : known.value.size();
        boolean grows = value.size() > before;
        if (value.size() > settings().valueBytesMax()
                || grows && bytes() - before + value.size() > settings().valueBytesTotalMax()) {
            return Refusal.DATA_MAX.outcome();
        }
        Refusal full = rules.tenant.refuseKeys(known == null ? 1 : 0);
        if (full == null) {
            full = rules.tenant.refuseBytes(value.size() - before, 0);
        }
        if (full != null) {
            return full.outcome();
        }
        if (known == null) {
            thing.kept.add(new Kept(collection, key, value, rules.wallMillis));
        } else {
            known.value = value;
            known.changedMillis = rules.wallMillis;
        }
        return Outcome.DONE;
    }

    private EntitiesOutcome register(EntitySpec spec) {
        if (find(EntityType.APP, spec.id()) != null
                || find(EntityType.COMPONENT, spec.id()) != null) {
            return new Outcome.EntityRegistrationRefused(EntityRegistrationRefusal.EXISTS, null);
        }
        String parent = spec.parent();
        if (parent != null && find(EntityType.COMPONENT, parent) == null) {
            return new Outcome.EntityRegistrationRefused(
                    EntityRegistrationRefusal.NO_PARENT, parent);
        }
        boolean known = false;
        for (Thing thing : things) {
            known |= thing.spec.type() == spec.type() && thing.spec.id().equals(spec.id());
        }
        Refusal full = known ? null : rules.tenant.refuseKeys(1);
        if (full != null) {
            return full.outcome();
        }
        return describe(spec, 0) ? Outcome.DONE : Refusal.KEYS_MAX.outcome();
    }

    private EntitiesOutcome manifest(EntitiesCommand.Manifest c) {
        for (EntitySpec spec : c.entities()) {
            EntityType other =
                    spec.type() == EntityType.APP ? EntityType.COMPONENT : EntityType.APP;
            Thing twin = find(other, spec.id());
            if (twin != null) {
                hide(twin);
            }
            if (!describe(spec, c.edition())) {
                return Refusal.KEYS_MAX.outcome();
            }
        }
        for (Thing thing : c.last() ? List.copyOf(things) : List.<Thing>of()) {
            if (thing.edition != 0 && thing.edition != c.edition() && !thing.hidden) {
                hide(thing);
            }
        }
        return Outcome.DONE;
    }

    private void hide(Thing thing) {
        thing.hidden = true;
        dropIfNothingIsLeft(thing);
    }

    private boolean describe(EntitySpec spec, long edition) {
        for (Thing thing : things) {
            if (thing.spec.type() == spec.type() && thing.spec.id().equals(spec.id())) {
                if (thing.hidden) {
                    rules.marks.hit("retired entity is restored");
                }
                thing.spec = spec;
                thing.edition = edition;
                thing.hidden = false;
                return true;
            }
        }
        if (things.size() >= settings().entitiesMax()) {
            return false;
        }
        Thing thing = new Thing(spec);
        thing.edition = edition;
        things.add(thing);
        return true;
    }

    private Outcome.@Nullable EntityWriteRefused refusal(
            Thing thing, @Nullable ClientId client, EntityCollection collection) {
        if (!settings().enabled()) {
            return null;
        }
        String parent = thing.spec.parent();
        Thing above = parent == null ? null : find(EntityType.COMPONENT, parent);
        for (Thing level : above == null ? List.of(thing) : List.of(thing, above)) {
            EntityLockState lock = level.lock;
            if (lock != null && covers(lock, collection) && !lock.holder().equals(client)) {
                return new Outcome.EntityWriteRefused(
                        EntityWriteRefusal.LOCKED, lock.number(), level.spec.id());
            }
        }
        EntityLockState own = thing.lock;
        boolean held = own != null && covers(own, collection);
        return required(thing).contains(collection) && !held
                ? new Outcome.EntityWriteRefused(EntityWriteRefusal.LOCK_REQUIRED, 0, null)
                : null;
    }

    private static boolean covers(EntityLockState lock, EntityCollection collection) {
        return lock.scopes().isEmpty() || lock.scopes().contains(collection);
    }

    private List<EntityCollection> required(Thing thing) {
        List<EntityCollection> own = thing.spec.rules().requiredScopes();
        return own != null
                ? own
                : thing.spec.type() == EntityType.APP
                        ? settings().apps().requiredScopes()
                        : settings().components().requiredScopes();
    }

    private long maxSeconds(Thing thing) {
        long own = thing.spec.rules().maxSeconds();
        return own > 0 ? own : settings().maxSeconds();
    }

    private @Nullable Thing find(EntityType type, String id) {
        for (Thing thing : things) {
            if (!thing.hidden && thing.spec.type() == type && thing.spec.id().equals(id)) {
                return thing;
            }
        }
        return null;
    }

    private static @Nullable Kept kept(Thing thing, EntityCollection collection, String key) {
        for (Kept kept : thing.kept) {
            if (kept.collection == collection && kept.key.equals(key)) {
                return kept;
            }
        }
        return null;
    }

    /** Returns the expected answer to a list of that type. */
    List<EntityAnswer.Entity> answers(EntityType type) {
        List<EntityAnswer.Entity> answers = new ArrayList<>();
        for (Thing thing : things) {
            if (!thing.hidden && thing.spec.type() == type) {
                answers.add(new EntityAnswer.Entity(thing.spec, required(thing), thing.lock));
            }
        }
        return answers;
    }

    List<EntityAnswer.Item> items(EntitySpec of, EntityCollection collection) {
        List<EntityAnswer.Item> items = new ArrayList<>();
        Thing thing = find(of.type(), of.id());
        for (Kept kept : thing == null ? List.<Kept>of() : thing.kept) {
            if (kept.collection == collection) {
                items.add(new EntityAnswer.Item(
                        of.type(),
                        of.id(),
                        kept.key,
                        kept.value,
                        kept.createdMillis,
                        kept.changedMillis));
            }
        }
        items.sort(Comparator.comparing(EntityAnswer.Item::key));
        return items;
    }
}
