package io.holdfast.sim.cluster.client;

import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.sim.Chance;
import io.holdfast.sim.cluster.check.Holdings.Hold;

/** A client of the claims API, which polls its claim while that waits. */
final class ClaimClient extends SimClient {

    private static final int POLLS_MAX = 8;

    ClaimClient(String name, Edge edge, Chance chance, Habits habits) {
        super(name, edge, chance, habits);
    }

    @Override
    void step() {
        String resource = "r" + chance().below(habits().keys());
        long ttl = chance().between(habits().ttlNanosMin(), habits().ttlNanosMax());
        ClaimsCommand.Create command =
                new ClaimsCommand.Create(Actor.DEFAULT_TENANT, resource, ttl, name(), null);
        ask(Request.of(command, newId()), told -> {
            if (told.outcome() instanceof Outcome.Claimed(ClaimState claim)) {
                if (claim.status() == ClaimStatus.ACTIVE) {
                    use(claim.id(), hold(told, "claim:" + resource, 1, claim.fence(), ttl));
                } else {
                    poll(claim.id(), resource, ttl, POLLS_MAX);
                }
            } else {
                next();
            }
        });
    }

    private void poll(long id, String resource, long ttl, int left) {
        edge().events().after(chance().between(50, 800) * MILLI_NANOS, () -> {
            if (left == 0) {
                withdraw(id);
                return;
            }
            read(
                    new Query.FindClaim(Actor.DEFAULT_TENANT, id),
                    () -> poll(id, resource, ttl, left - 1),
                    found -> {
                        if (found == null || found.state().status().isFinal()) {
                            next();
                        } else if (found.state().status() == ClaimStatus.ACTIVE) {
                            edge().marks().hit("waiting claim became active");
                            prolong(id, resource, ttl);
                        } else {
                            poll(id, resource, ttl, left - 1);
                        }
                    });
        });
    }

    private void withdraw(long id) {
        ask(
                new ClaimsCommand.Move(Actor.DEFAULT_TENANT, id, name(), ClaimStatus.WITHDRAWN),
                told -> {
                    // It may have become active meanwhile.
                    if (told.outcome() instanceof Outcome.ClaimRefused) {
                        release(id);
                    } else {
                        next();
                    }
                });
    }

    private void prolong(long id, String resource, long ttl) {
        ask(new ClaimsCommand.Prolong(Actor.DEFAULT_TENANT, id, name(), ttl), told -> {
            if (told.outcome() instanceof Outcome.Claimed(ClaimState claim)
                    && claim.status() == ClaimStatus.ACTIVE) {
                Hold hold = edge().holdings()
                        .granted(
                                name(),
                                "claim:" + resource,
                                1,
                                claim.fence(),
                                0,
                                untilNanos(told.firstSentNanos(), ttl),
                                () -> false);
                use(id, hold);
            } else {
                next();
            }
        });
    }

    private void use(long id, Hold hold) {
        if (chance().perMille(habits().forgetPerMille())) {
            next();
            return;
        }
        edge().events().after(chance().between(0, habits().holdNanosMax()), () -> {
            hold.until(edge().events().nowNanos());
            release(id);
        });
    }

    private void release(long id) {
        ask(
                new ClaimsCommand.Move(Actor.DEFAULT_TENANT, id, name(), ClaimStatus.RELEASED),
                told -> next());
    }

    @Override
    void leave() {
        finish();
    }
}
