package io.holdfast.sim;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.sim.ModelRows.Client;
import io.holdfast.sim.ModelRows.Hold;
import io.holdfast.sim.ModelRows.Key;
import io.holdfast.sim.ModelRows.Place;
import io.holdfast.sim.ModelRows.Wait;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Finds the earliest deadline by scanning everything. At equal times waits end before leases, then
 * sessions, then records of expired places, then keys. Among equals the oldest goes first.
 */
final class ModelClock {

    private final ModelRules rules;
    private long firstNanos;
    private long elder;
    private int kind;
    private @Nullable Runnable first;

    ModelClock(ModelRules rules) {
        this.rules = rules;
    }

    /** Ends the first expired item. Returns false if none has expired. */
    boolean endFirst() {
        for (Key key : rules.keys) {
            for (Wait wait : key.line) {
                consider(wait.endNanos, 0, wait.salt, () -> rules.leave(wait, Outcome.TIMED_OUT));
            }
            for (Hold hold : key.holds) {
                consider(hold.endNanos, 1, hold.token.fence(), () -> rules.end(hold, true));
            }
        }
        for (ModelPools.Pool pool : rules.pools.pools) {
            for (ModelPools.Borrower borrower : pool.line) {
                consider(
                        borrower.endNanos,
                        0,
                        borrower.lease.low(),
                        () -> rules.pools.leave(borrower, Outcome.TIMED_OUT));
            }
            for (ModelPools.Lease lease : pool.leases) {
                consider(lease.endNanos, 1, lease.fence, () -> rules.pools.end(lease));
            }
        }
        for (Client client : new ArrayList<>(rules.clients)) {
            if (rules.over(client)) {
                boolean release = rules.settings.releaseOnClose();
                consider(client.overNanos, 2, 0, () -> rules.close(client, release));
            }
        }
        for (Place place : rules.places) {
            consider(place.forgetNanos, 3, 0, () -> rules.places.remove(place));
        }
        for (Key key : rules.keys) {
            consider(key.forgetNanos, 4, 0, () -> rules.keys.remove(key));
        }
        for (ModelClaims.Claim claim : rules.claims.claims) {
            if (claim.status == ClaimStatus.ACTIVE) {
                consider(
                        rules.claims.dueNanos(claim),
                        1,
                        claim.fence,
                        () -> rules.claims.finish(claim, ClaimStatus.EXPIRED));
            } else if (claim.status.isFinal()) {
                consider(
                        rules.claims.forgetNanos(claim),
                        6,
                        claim.id,
                        () -> rules.claims.claims.remove(claim));
            }
        }
        if (first != null) {
            first.run();
        }
        return first != null;
    }

    private void consider(long dueNanos, int dueKind, long age, Runnable end) {
        boolean earlier = first == null
                || dueNanos < firstNanos
                || dueNanos == firstNanos && (dueKind < kind || dueKind == kind && age < elder);
        if (dueNanos <= rules.nowNanos && earlier) {
            first = end;
            firstNanos = dueNanos;
            kind = dueKind;
            elder = age;
        }
    }
}
