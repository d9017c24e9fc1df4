package io.holdfast.sim.cluster.client;

import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.check.Holdings.Hold;

import org.jspecify.annotations.Nullable;

/** A client of the pools API. */
final class PoolClient extends SimClient {

    private boolean created;

    PoolClient(String name, Edge edge, Chance chance, Habits habits) {
        super(name, edge, chance, habits);
    }

    @Override
    void step() {
        int number = chance().below(Math.max(1, habits().keys() / 2));
        ResourceName pool = new ResourceName(Actor.DEFAULT_TENANT, Space.POOLS, "p" + number);
        if (!created) {
            ask(new PoolsCommand.Put(pool, number + 1, true), told -> {
                created = chance().coin();
                next();
            });
            return;
        }
        long wait = chance().between(0, habits().waitNanosMax());
        long ttl = chance().between(habits().ttlNanosMin(), habits().ttlNanosMax());
        LeaseId lease = new LeaseId(chance().next(), chance().next());
        PoolsCommand.Borrow command = new PoolsCommand.Borrow(pool, wait, ttl, lease);
        ask(Request.ofBorrow(command, command, newId()), told -> {
            if (told.outcome() instanceof Outcome.Lent lent) {
                Hold hold = hold(
                        told,
                        "pool:" + pool.key() + "/" + lent.position(),
                        1,
                        lent.fence(),
                        lent.ttlNanos());
                use(pool, lent.lease(), hold);
            } else {
                next();
            }
        });
    }

    private void use(ResourceName pool, LeaseId lease, @Nullable Hold hold) {
        if (chance().perMille(habits().forgetPerMille())) {
            next();
            return;
        }
        edge().events().after(chance().between(0, habits().holdNanosMax()), () -> {
            if (hold != null) {
                hold.until(edge().events().nowNanos());
            }
            ask(new PoolsCommand.Return(pool, lease), told -> next());
        });
    }

    @Override
    void leave() {
        finish();
    }
}
