package io.holdfast.core.command;

import org.jspecify.annotations.Nullable;

/**
 * The pools contract: numbered slots that are borrowed for a time. A pool's name is not the UUID by
 * which clients know it, which is a secret, but what the edge makes of it in one direction.
 */
public sealed interface PoolsCommand extends Command {

    /** The pool that the command is about. */
    ResourceName name();

    /**
     * Makes a pool, or changes the number of its slots.
     *
     * @param mayCreate false where the caller has made as many pools as it may for now
     */
    record Put(ResourceName name, int count, boolean mayCreate) implements PoolsCommand {}

    /** Removes a pool with its leases and ends every wait for it. */
    record Delete(ResourceName name) implements PoolsCommand {}

    /**
     * Takes the lowest free slot, or waits in line for one.
     *
     * @param waitNanos how long the caller waits at most; zero asks for an answer at once
     * @param lease the id of the lease to be, minted at the edge because the machine has no chance
     */
    record Borrow(ResourceName name, long waitNanos, long ttlNanos, LeaseId lease)
            implements PoolsCommand {}

    /** Gives a slot back; the lease's id alone authorises it. */
    record Return(ResourceName name, LeaseId lease) implements PoolsCommand {}

    /**
     * The client of an earlier borrow hung up. Its wait ends; the slot that it was lent and did not
     * see goes to the next in line.
     *
     * @param call where the abandoned command came from
     * @param lent the lease that the edge could not deliver any more
     * @param request the request id of the abandoned command, where it had one
     */
    record Abandon(
            ResourceName name,
            Origin call,
            @Nullable LeaseId lent,
            @Nullable RequestId request) implements PoolsCommand {}
}
