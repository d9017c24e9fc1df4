package io.holdfast.sim;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Origin;
import io.holdfast.sim.ModelRows.Answer;
import io.holdfast.sim.ModelRows.Hold;
import io.holdfast.sim.ModelRows.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The model of deliveries: a list of the grants that ended a wait, with the process that was to
 * deliver each.
 */
final class ModelDeliveries {

    private static final long KEPT_NANOS = 60_000_000_000L;

    private final ModelRules rules;
    private final List<Expected> all = new ArrayList<>();
    int format = Format.OLDEST;

    /** The number of live processes. */
    int processes;

    record Expected(
            long fence, Origin by, long madeNanos, @Nullable Answer answer) {}

    ModelDeliveries(ModelRules rules) {
        this.rules = rules;
    }

    /** Records that a waiter was granted. The process of {@code by} is to deliver the grant. */
    void expect(long fence, @Nullable Origin by, @Nullable Answer answer) {
        boolean shared = answer != null && !answer.joined.isEmpty();
        if (by != null && !shared && processes > 1 && format >= Format.THIRD) {
            while (!all.isEmpty() && rules.nowNanos - all.getFirst().madeNanos > KEPT_NANOS) {
                all.removeFirst();
            }
            all.add(new Expected(fence, by, rules.nowNanos, answer));
        }
    }

    void forget(long fence) {
        all.removeIf(each -> each.fence == fence);
    }

    void forget(@Nullable Outcome outcome) {
        if (outcome instanceof Outcome.Granted granted) {
            forget(granted.token().fence());
        } else if (outcome instanceof Outcome.Lent lent) {
            forget(lent.fence());
        }
    }

    /** Removes the records of a process. Returns those of grants that it cannot have delivered. */
    List<Expected> take(String member, long incarnation, long sinceNanos) {
        List<Expected> undelivered = new ArrayList<>();
        for (Expected each : new ArrayList<>(all)) {
            if (each.by.member().equals(member) && each.by.incarnation() == incarnation) {
                all.remove(each);
                if (each.madeNanos >= sinceNanos) {
                    undelivered.add(each);
                }
            }
        }
        return undelivered;
    }

    /**
     * Passes the grants to the next waiters. A repeated request of such a grant is executed again.
     */
    void passOn(List<Expected> undelivered) {
        for (Expected each : undelivered) {
            rules.answers.removeIf(answer -> answer == each.answer);
            end(each.fence);
        }
    }

    private void end(long fence) {
        for (Key key : new ArrayList<>(rules.keys)) {
            for (Hold hold : new ArrayList<>(key.holds)) {
                if (hold.token.fence() == fence) {
                    rules.marks.hit("undelivered grant is passed on");
                    rules.end(hold, false);
                }
            }
        }
        for (ModelPools.Pool pool : rules.pools.pools) {
            for (ModelPools.Lease lease : new ArrayList<>(pool.leases)) {
                if (lease.fence == fence) {
                    rules.marks.hit("undelivered slot is passed on");
                    rules.pools.end(lease);
                }
            }
        }
    }
}
