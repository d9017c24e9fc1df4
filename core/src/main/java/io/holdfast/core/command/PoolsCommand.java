package io.holdfast.core.command;

import io.holdfast.core.outcome.PoolsOutcome;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/**
 * Commands of the pools API: numbered slots that are borrowed for a time. Clients know a pool by
 * its UUID, which is a secret; its name here is a one-way digest that the edge computes.
 */
public sealed interface PoolsCommand<O extends PoolsOutcome> extends Command<O> {

    /** Returns the pool. */
    ResourceName name();

    /**
     * Creates a pool, or changes its number of slots.
     *
     * @param mayCreate false if the caller has reached its rate limit for new pools
     */
    record Put(ResourceName name, int count, boolean mayCreate)
            implements PoolsCommand<PoolsOutcome.Put> {}

    /** Removes a pool with its leases and ends every wait for it. */
    record Delete(ResourceName name) implements PoolsCommand<PoolsOutcome.Delete> {}

    /**
     * Borrows the lowest free slot, or waits in the queue for one.
     *
     * @param waitNanos maximum wait; zero requests an immediate answer
     * @param lease the id of the new lease, generated at the edge because the machine is
     *     deterministic
     */
    record Borrow(ResourceName name, long waitNanos, long ttlNanos, LeaseId lease)
            implements PoolsCommand<PoolsOutcome.Borrow> {}

    /** Returns a slot. The lease id alone authorizes it. */
    record Return(ResourceName name, LeaseId lease) implements PoolsCommand<PoolsOutcome.Return> {}

    /**
     * Abandons an earlier borrow whose client disconnected. Its wait ends, and an undelivered slot
     * passes to the next waiter.
     *
     * @param call the origin of the abandoned command
     * @param lent the lease that the edge could no longer deliver
     * @param request the request id of the abandoned command, if it had one
     */
    record Abandon(
            ResourceName name,
            Origin call,
            @Nullable LeaseId lent,
            @Nullable RequestId request) implements PoolsCommand<PoolsOutcome.Abandon> {}
}
