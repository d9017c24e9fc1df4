package io.holdfast.core.pools;

import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.PoolsCommand.Abandon;
import io.holdfast.core.command.PoolsCommand.Borrow;
import io.holdfast.core.command.PoolsCommand.Delete;
import io.holdfast.core.command.PoolsCommand.Put;
import io.holdfast.core.command.PoolsCommand.Return;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.RequestLedger;
import io.holdfast.core.ledger.RequestRecord;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.PoolRefusal;
import io.holdfast.core.outcome.PoolsOutcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query.PoolAnswer;
import io.holdfast.core.query.Query.PoolsGauges;
import io.holdfast.core.resource.Bearer;
import io.holdfast.core.resource.Book;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.GrantTerms;
import io.holdfast.core.resource.HangUps;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/**
 * The rules of pools. A pool is a resource whose capacity is its count and whose slots are its
 * positions. It stays until it is deleted. There are no sessions: any client that knows a lease's
 * id may end the lease. A command's method returns its outcome, or null if the call waits.
 */
public final class PoolsBook implements Book {

    /** The only kind of pool. */
    private static final int VARIANT = 0;

    private static final long MILLI_NANOS = 1_000_000L;

    private final State state;
    private final Kernel kernel;
    private final RequestLedger ledger;
    private final HangUps hangUps;
    final LeaseIndex leases = new LeaseIndex();
    private Settings settings = Settings.DEFAULT;
    private int pools;
    private int waiters;

    public PoolsBook(State state, Kernel kernel, RequestLedger ledger) {
        this.state = state;
        this.kernel = kernel;
        this.ledger = ledger;
        this.hangUps = new HangUps(kernel, ledger);
    }

    public void configure(Settings settings) {
        this.settings = settings;
    }

    public @Nullable PoolsOutcome apply(PoolsCommand<?> command, CallSite call) {
        return switch (command) {
            case Put c -> put(c);
            case Delete c -> delete(c);
            case Borrow c -> borrow(c, call);
            case Return c -> giveBack(c);
            case Abandon c -> {
                abandon(c, call);
                yield Outcome.DONE;
            }
        };
    }

    public @Nullable PoolAnswer find(ResourceName name) {
        Resource pool = kernel.find(name);
        return pool == null ? null : new PoolAnswer(pool.capacity(), pool.held());
    }

    public PoolsGauges gauges() {
        return new PoolsGauges(pools, leases.size(), waiters);
    }

    private PoolsOutcome.Put put(Put c) {
        Resource pool = kernel.find(c.name());
        boolean create = pool == null;
        if (pool == null) {
            if (!c.mayCreate()) {
                return PoolRefusal.NO_POOL.outcome();
            }
            if (pools >= settings.pools().poolsMax()) {
                return PoolRefusal.POOLS_MAX.outcome();
            }
            TenantUse tenant = kernel.tenants().of(c.name().tenant());
            Refusal refusal = tenant.refuseKeys(1);
            if (refusal == null) {
                refusal = state.refuseBytes(Resource.bytes(c.name().key(), c.count()));
            }
            if (refusal != null) {
                return refusal.outcome();
            }
            pool = kernel.create(tenant, c.name(), VARIANT, c.count());
            tenant.addKeys(1);
            pools++;
        } else if (pool.capacity() != c.count()) {
            // A larger pool lends to its waiters at once, so the quota must have room for all of
            // those leases.
            int more = Math.min(pool.queued(), c.count() - pool.held());
            Refusal refusal = pool.tenant().refuseLeases(more);
            if (refusal != null) {
                return refusal.outcome();
            }
            kernel.resize(pool, c.count());
        }
        return new Outcome.Pool(pool.capacity(), pool.held(), create);
    }

    private PoolsOutcome.Delete delete(Delete c) {
        Resource pool = kernel.find(c.name());
        if (pool == null) {
            return PoolRefusal.NO_POOL.outcome();
        }
        kernel.delete(pool, GrantEnd.DELETED, WaitEnd.DELETED);
        return Outcome.DONE;
    }

    private PoolsOutcome.@Nullable Borrow borrow(Borrow c, CallSite call) {
        Resource pool = kernel.find(c.name());
        if (pool == null) {
            return PoolRefusal.NO_POOL.outcome();
        }
        boolean free = kernel.free(pool);
        if (!free && c.waitNanos() == 0) {
            return kernel.estimates().timedOut(pool);
        }
        // A waiter may become a holder, so the limit applies to both together.
        if (leases.size() + waiters >= settings.pools().leasesMax()) {
            return PoolRefusal.LEASES_MAX.outcome();
        }
        GrantTerms wish = new GrantTerms(
                Bearer.ANYONE, null, c.lease().high(), c.lease().low(), c.ttlNanos());
        if (!free && pool.queued() >= settings.waitersPerKeyMax()) {
            return Refusal.WAITERS_MAX.outcome();
        }
        Refusal refusal = free ? pool.tenant().refuseLeases(1) : pool.tenant().refuseWaiters(1);
        if (refusal == null) {
            refusal = state.refuseBytes(free ? Grant.bytes(wish) : Waiter.bytes(wish));
        }
        if (refusal != null) {
            return refusal.outcome();
        }
        if (free) {
            return lent(kernel.grant(pool, wish, false, 0));
        }
        kernel.enqueue(pool, wish, call, false, state.after(c.waitNanos()));
        waiters++;
        return null;
    }

    private PoolsOutcome.Return giveBack(Return c) {
        if (kernel.find(c.name()) == null) {
            return PoolRefusal.NO_POOL.outcome();
        }
        Grant lease = held(c.name(), c.lease());
        if (lease == null) {
            return Outcome.NOT_HELD;
        }
        kernel.end(lease, GrantEnd.RELEASED);
        return Outcome.DONE;
    }

    /** Ends the wait or the lease of the abandoned call. Leases of other calls are not affected. */
    private void abandon(Abandon c, CallSite mine) {
        CallSite call = hangUps.abandoned(c.call(), c.request(), mine);
        if (call == null) {
            return;
        }
        Waiter waiter = kernel.findWaiter(call.life().number(), call.sequence());
        if (waiter != null) {
            hangUps.endWait(waiter, WaitEnd.ABANDONED, Refusal.ABANDONED.outcome());
            return;
        }
        LeaseId lent = c.lent();
        Grant lease = lent == null ? null : held(c.name(), lent);
        if (lease != null) {
            forgetAnswer(call.remembered(), lent);
            kernel.end(lease, GrantEnd.ABANDONED);
        }
    }

    /**
     * Drops the remembered outcome of a lease that was given up, so that a retry does not get it.
     */
    private void forgetAnswer(@Nullable RequestRecord remembered, @Nullable LeaseId lease) {
        if (remembered != null
                && remembered.outcome() instanceof Outcome.Lent lent
                && lent.lease().equals(lease)) {
            ledger.forget(remembered);
        }
    }

    /** Returns the pool's lease with that id; null if it is unknown or of another pool. */
    private @Nullable Grant held(ResourceName name, LeaseId id) {
        Grant lease = leases.find(id);
        return lease != null && lease.resource().isNamed(name) ? lease : null;
    }

    private Outcome.Lent lent(Grant grant) {
        leases.add(grant);
        long ttlMillis = Math.ceilDiv(grant.ttlNanos(), MILLI_NANOS);
        return new Outcome.Lent(
                new LeaseId(grant.saltHigh(), grant.salt()),
                grant.slot(),
                grant.number(),
                grant.ttlNanos(),
                grant.sinceMillis() + ttlMillis);
    }

    private PoolsOutcome.Borrow outcome(Waiter waiter, WaitEnd reason) {
        return switch (reason) {
            // A client whose wait an operator ended gets the answer that it knows.
            case TIMED_OUT, CANCELLED, REMOVED -> kernel.estimates().timedOut(waiter.resource());
            case SESSION_ENDED, ABANDONED -> Refusal.ABANDONED.outcome();
            case DRAINED -> Refusal.DRAINING.outcome();
            case DELETED -> PoolRefusal.NO_POOL.outcome();
        };
    }

    @Override
    public long idleNanos() {
        return Timed.NEVER;
    }

    @Override
    public void forgotten(Resource resource) {
        pools--;
        resource.tenant().addKeys(-1);
    }

    @Override
    public void promoted(Waiter waiter, Grant grant) {
        waiters--;
        ledger.answer(waiter.call(), lent(grant));
    }

    @Override
    public void ended(Grant grant, GrantEnd reason) {
        leases.remove(grant);
    }

    @Override
    public void left(Waiter waiter, WaitEnd reason) {
        waiters--;
        ledger.answer(waiter.call(), outcome(waiter, reason));
    }

    @Override
    public void endWaits(Waiter waiter, WaitEnd reason, Refusal refusal) {
        hangUps.endWait(waiter, reason, refusal.outcome());
    }

    /** Counts a restored pool. Returns false if this book does not accept it. */
    public boolean restored(Resource resource) {
        if (resource.variant() != VARIANT) {
            return false;
        }
        pools++;
        resource.tenant().addKeys(1);
        waiters += resource.queued();
        for (Grant lease = resource.firstGrant(); lease != null; lease = lease.nextOfResource()) {
            leases.add(lease);
        }
        return true;
    }
}
