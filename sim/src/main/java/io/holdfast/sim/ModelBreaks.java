package io.holdfast.sim;

import io.holdfast.core.command.ResourceCommand.Break;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;

import org.jspecify.annotations.Nullable;

/** Breaks a grant of any API. Each list is scanned for its fence. */
final class ModelBreaks {

    private final ModelRules rules;

    /** A live grant, and the action that ends it. */
    private record Held(ResourceName name, Runnable end) {}

    ModelBreaks(ModelRules rules) {
        this.rules = rules;
    }

    Outcome outcome(Break c) {
        Held held = find(c.fence());
        if (held == null || !held.name.equals(c.name())) {
            return Outcome.NOT_HELD;
        }
        rules.marks.hit("broken: " + held.name.space());
        held.end.run();
        return Outcome.DONE;
    }

    /** Returns the resource of the grant with that fence; null if there is none. */
    @Nullable
    ResourceName name(long fence) {
        Held held = find(fence);
        return held == null ? null : held.name;
    }

    private @Nullable Held find(long fence) {
        for (ModelRows.Key key : rules.keys) {
            for (ModelRows.Hold hold : key.holds) {
                if (hold.token.fence() == fence) {
                    return new Held(key.name, () -> rules.end(hold, true));
                }
            }
        }
        for (ModelPools.Pool pool : rules.pools.pools) {
            for (ModelPools.Lease lease : pool.leases) {
                if (lease.fence == fence) {
                    return new Held(pool.name, () -> rules.pools.end(lease));
                }
            }
        }
        for (ModelClaims.Claim claim : rules.claims.claims) {
            if (claim.fence == fence && claim.status == ClaimStatus.ACTIVE) {
                return new Held(
                        name(Space.CLAIMS, claim.resource),
                        () -> rules.claims.finish(claim, ClaimStatus.REVOKED));
            }
        }
        for (ModelPage page : rules.nodes.pages) {
            if (page.held != null && page.held.fence == fence) {
                return new Held(name(Space.NODES, page.id), () -> {
                    page.held = null;
                    page.lastUntilMillis = rules.wallMillis;
                });
            }
        }
        String entity = rules.entities.lockedBy(fence);
        return entity == null
                ? null
                : new Held(name(Space.ENTITIES, entity), () -> rules.entities.unlock(fence));
    }

    private static ResourceName name(Space space, String key) {
        return new ResourceName("", space, key);
    }
}
