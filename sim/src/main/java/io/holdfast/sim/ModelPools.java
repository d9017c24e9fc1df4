package io.holdfast.sim;

import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.PoolRefusal;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.Reply;
import io.holdfast.core.query.Query.PoolsGauges;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.sim.ModelRows.Answer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The model of the pools API, with lists that are scanned. */
final class ModelPools {

    private static final long MILLI_NANOS = 1_000_000;

    final List<Pool> pools = new ArrayList<>();
    private final ModelRules rules;

    static final class Pool {
        final ResourceName name;
        final List<Lease> leases = new ArrayList<>();
        final List<Borrower> line = new ArrayList<>();
        int count;

        Pool(ResourceName name) {
            this.name = name;
        }
    }

    static final class Lease {
        final Pool pool;
        final LeaseId id;
        final int position;
        final long fence;
        final long endNanos;

        Lease(Pool pool, LeaseId id, int position, long fence, long endNanos) {
            this.pool = pool;
            this.id = id;
            this.position = position;
            this.fence = fence;
            this.endNanos = endNanos;
        }
    }

    static final class Borrower {
        final Pool pool;
        final LeaseId lease;
        final long ttlNanos;
        final long endNanos;
        final @Nullable Answer answer;
        Origin call;

        Borrower(Pool pool, PoolsCommand.Borrow c, long endNanos, Origin call, @Nullable Answer a) {
            this.pool = pool;
            this.lease = c.lease();
            this.ttlNanos = c.ttlNanos();
            this.endNanos = endNanos;
            this.call = call;
            this.answer = a;
        }
    }

    ModelPools(ModelRules rules) {
        this.rules = rules;
    }

    PoolsGauges gauges() {
        int leases = 0;
        int waiters = 0;
        for (Pool pool : pools) {
            leases += pool.leases.size();
            waiters += pool.line.size();
        }
        return new PoolsGauges(pools.size(), leases, waiters);
    }

    @Nullable
    Outcome outcome(PoolsCommand<?> command, Origin origin, @Nullable Answer answer) {
        if (command instanceof PoolsCommand.Abandon abandon) {
            hangUp(abandon, origin);
            return Outcome.DONE;
        }
        Pool pool = null;
        for (Pool each : pools) {
            pool = each.name.equals(command.name()) ? each : pool;
        }
        if (command instanceof PoolsCommand.Put put) {
            return put(put, pool);
        }
        if (pool == null) {
            return PoolRefusal.NO_POOL.outcome();
        }
        return switch (command) {
            case PoolsCommand.Borrow c -> borrow(c, pool, origin, answer);
            case PoolsCommand.Return c -> giveBack(c, pool);
            case PoolsCommand.Delete _ -> delete(pool);
            case PoolsCommand.Put _, PoolsCommand.Abandon _ -> null;
        };
    }

    private Outcome put(PoolsCommand.Put c, @Nullable Pool known) {
        Pool pool = known;
        if (pool == null) {
            if (!c.mayCreate()) {
                return PoolRefusal.NO_POOL.outcome();
            }
            if (pools.size() >= rules.settings.pools().poolsMax()) {
                return PoolRefusal.POOLS_MAX.outcome();
            }
            Refusal full = rules.tenant.refuseKeys(1);
            if (full != null) {
                return full.outcome();
            }
            pool = new Pool(c.name());
            pools.add(pool);
        }
        int lent = Math.min(pool.line.size(), c.count() - pool.leases.size());
        Refusal full = rules.tenant.refuseLeases(lent);
        if (full != null) {
            rules.marks.hit("pool resize exceeds the lease quota");
            return full.outcome();
        }
        pool.count = c.count();
        if (pool.count < pool.leases.size()) {
            rules.marks.hit("pool shrinks below its leases");
        }
        serve(pool);
        return new Outcome.Pool(pool.count, pool.leases.size(), known == null);
    }

    private Outcome delete(Pool pool) {
        for (Borrower borrower : new ArrayList<>(pool.line)) {
            leave(borrower, PoolRefusal.NO_POOL.outcome());
        }
        pool.leases.forEach(lease -> rules.deliveries.forget(lease.fence));
        pools.remove(pool);
        return Outcome.DONE;
    }

    private @Nullable Outcome borrow(
            PoolsCommand.Borrow c, Pool pool, Origin origin, @Nullable Answer answer) {
        boolean free = pool.line.isEmpty() && pool.leases.size() < pool.count;
        if (!free && c.waitNanos() == 0) {
            return Outcome.TIMED_OUT;
        }
        PoolsGauges gauges = gauges();
        if (gauges.leases() + gauges.waiters() >= rules.settings.pools().leasesMax()) {
            return PoolRefusal.LEASES_MAX.outcome();
        }
        if (!free && pool.line.size() >= rules.settings.waitersPerKeyMax()) {
            return Refusal.WAITERS_MAX.outcome();
        }
        Refusal full = free ? rules.tenant.refuseLeases(1) : rules.tenant.refuseWaiters();
        if (full != null) {
            return full.outcome();
        }
        if (free) {
            return lend(pool, c.lease(), c.ttlNanos());
        }
        pool.line.add(new Borrower(pool, c, rules.after(c.waitNanos()), origin, answer));
        return null;
    }

    private Outcome giveBack(PoolsCommand.Return c, Pool pool) {
        Lease lease = lease(pool, c.lease());
        if (lease == null) {
            return Outcome.NOT_HELD;
        }
        end(lease);
        return Outcome.DONE;
    }

    private static @Nullable Lease lease(Pool pool, @Nullable LeaseId id) {
        for (Lease lease : pool.leases) {
            if (lease.id.equals(id)) {
                return lease;
            }
        }
        return null;
    }

    private Outcome lend(Pool pool, LeaseId id, long ttlNanos) {
        int position = 0;
        while (taken(pool, position)) {
            position++;
        }
        Lease lease = new Lease(pool, id, position, ++rules.fence, rules.after(ttlNanos));
        pool.leases.add(lease);
        long ttlMillis = (ttlNanos + MILLI_NANOS - 1) / MILLI_NANOS;
        return new Outcome.Lent(id, position, lease.fence, ttlNanos, rules.wallMillis + ttlMillis);
    }

    private static boolean taken(Pool pool, int position) {
        for (Lease lease : pool.leases) {
            if (lease.position == position) {
                return true;
            }
        }
        return false;
    }

    void end(Lease lease) {
        lease.pool.leases.remove(lease);
        rules.deliveries.forget(lease.fence);
        serve(lease.pool);
    }

    private void serve(Pool pool) {
        while (!pool.line.isEmpty() && pool.leases.size() < pool.count) {
            Borrower head = pool.line.getFirst();
            if (head.endNanos <= rules.nowNanos) {
                leave(head, Outcome.TIMED_OUT);
            } else {
                pool.line.removeFirst();
                Outcome lent = lend(pool, head.lease, head.ttlNanos);
                rules.deliveries.expect(rules.fence, head.call, head.answer);
                rules.answer(head.call, head.answer, lent);
            }
        }
    }

    void leave(Borrower borrower, Outcome outcome) {
        borrower.pool.line.remove(borrower);
        rules.answer(borrower.call, borrower.answer, outcome);
    }

    /**
     * Ends the waits that a process served. A wait that calls of other processes joined continues.
     */
    void endWaits(String member, long incarnation, Refusal refusal) {
        for (Pool pool : pools) {
            for (Borrower borrower : new ArrayList<>(pool.line)) {
                Origin call = borrower.call;
                if (call.member().equals(member) && call.incarnation() == incarnation) {
                    giveUp(borrower, refusal);
                }
            }
        }
    }

    private void giveUp(Borrower borrower, Refusal refusal) {
        Answer answer = borrower.answer;
        if (answer == null || answer.joined.isEmpty()) {
            leave(borrower, refusal.outcome());
            return;
        }
        rules.replies.add(new Reply(borrower.call, refusal.outcome()));
        rules.marks.hit("borrow is handed over: " + refusal);
        borrower.call = answer.joined.removeFirst();
    }

    private void hangUp(PoolsCommand.Abandon c, Origin origin) {
        boolean same = c.call().member().equals(origin.member())
                && c.call().incarnation() == origin.incarnation();
        ModelHangUps hangUps = new ModelHangUps(rules);
        Answer answer = hangUps.answer(c.request());
        if (!same || hangUps.others(answer, c.call())) {
            return;
        }
        for (Pool pool : pools) {
            for (Borrower borrower : new ArrayList<>(pool.line)) {
                if (borrower.call.equals(c.call())) {
                    giveUp(borrower, Refusal.ABANDONED);
                    return;
                }
            }
        }
        for (Pool pool : pools) {
            Lease lease = pool.name.equals(c.name()) ? lease(pool, c.lent()) : null;
            if (lease != null) {
                if (answer != null
                        && answer.outcome instanceof Outcome.Lent lent
                        && lent.lease().equals(c.lent())) {
                    rules.answers.remove(answer);
                }
                rules.marks.hit("unseen slot is passed on");
                end(lease);
            }
        }
    }
}
