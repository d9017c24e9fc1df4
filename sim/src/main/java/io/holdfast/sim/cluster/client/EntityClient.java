package io.holdfast.sim.cluster.client;

import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.LockRules;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.check.Holdings.Hold;

import java.util.List;

/** A client of the entities API, which never breaks another client's lock. */
final class EntityClient extends SimClient {

    private final ClientId self;
    private int registered;

    EntityClient(String name, Edge edge, Chance chance, Habits habits) {
        super(name, edge, chance, habits);
        this.self = new ClientId(name.hashCode(), 7);
    }

    @Override
    void step() {
        if (registered < habits().keys()) {
            String id = "e" + registered;
            EntitySpec spec =
                    new EntitySpec(EntityType.COMPONENT, id, id, null, LockRules.OPEN, null);
            ask(new EntitiesCommand.Register(Actor.DEFAULT_TENANT, spec), told -> {
                registered++;
                next();
            });
            return;
        }
        String entity = "e" + chance().below(habits().keys());
        long seconds = Math.max(
                1, chance().between(habits().ttlNanosMin(), habits().ttlNanosMax()) / SECOND_NANOS);
        EntitiesCommand.Acquire command = new EntitiesCommand.Acquire(
                Actor.DEFAULT_TENANT,
                EntityType.COMPONENT,
                entity,
                self,
                List.of(),
                seconds,
                false);
        ask(Request.of(command, newId()), told -> {
            if (told.outcome() instanceof Outcome.EntityLocked(EntityLockState lock)) {
                Hold hold =
                        holdAgain(told, "entity:" + entity, lock.fence(), seconds * SECOND_NANOS);
                use(entity, lock.number(), hold);
            } else {
                next();
            }
        });
    }

    private void use(String entity, long lock, Hold hold) {
        if (chance().perMille(habits().forgetPerMille())) {
            next();
            return;
        }
        edge().events().after(chance().between(0, habits().holdNanosMax()), () -> {
            hold.until(edge().events().nowNanos());
            ask(
                    new EntitiesCommand.Release(
                            Actor.DEFAULT_TENANT, EntityType.COMPONENT, entity, self, lock),
                    told -> next());
        });
    }

    @Override
    void leave() {
        finish();
    }
}
