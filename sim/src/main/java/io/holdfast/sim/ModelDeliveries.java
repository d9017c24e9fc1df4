package io.holdfast.sim;

import io.holdfast.core.command.Format;
import io.holdfast.core.command.Origin;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.sim.ModelRows.Answer;
import io.holdfast.sim.ModelRows.Hold;
import io.holdfast.sim.ModelRows.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which process was to deliver each grant that ended a wait, once more in a list. */
final class ModelDeliveries {

    private static final long KEPT_NANOS = 60_000_000_000L;

    private final ModelRules rules;
    private final List<Expected> all = new ArrayList<>();
    int format = Format.OLDEST;

    /** How many processes are alive. */
    int processes;

    record Expected(
            long fence, Origin by, long madeNanos, @Nullable Answer answer) {}

    ModelDeliveries(ModelRules rules) {
        this.rules = rules;
    }

    /** A waiter was granted something, to be delivered by the process that {@code by} names. */
    void expect(long fence, @Nullable Origin by, @Nullable Answer answer) {
        boolean shared = answer != null && !answer.joined.isEmpty();
        if (by != null && !shared && processes > 1 && format >= Format.NEWEST) {
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

    /** Takes out what a process was to deliver, and returns what it cannot have delivered. */
    List<Expected> take(String node, long incarnation, long sinceNanos) {
        List<Expected> undelivered = new ArrayList<>();
        for (Expected each : new ArrayList<>(all)) {
            if (each.by.node().equals(node) && each.by.incarnation() == incarnation) {
                all.remove(each);
                if (each.madeNanos >= sinceNanos) {
                    undelivered.add(each);
                }
            }
        }
        return undelivered;
    }

    /** The next waiters get the grants; a repeat of the request of one acts anew. */
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
