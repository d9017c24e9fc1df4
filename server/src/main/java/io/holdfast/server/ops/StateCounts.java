package io.holdfast.server.ops;

import io.holdfast.core.query.Query.ClaimCounts;
import io.holdfast.core.query.Query.PoolsGauges;

/** The current number of sessions, grants, waiters and other objects. */
public record StateCounts(
        long connections,
        long httpSessions,
        long locksHeld,
        long lockWaiters,
        long semaphoreHolders,
        long semaphoreWaiters,
        PoolsGauges pools,
        ClaimCounts claims,
        long stateBytes,
        long stateBytesMax) {

    public static final StateCounts NONE = new StateCounts(
            0, 0, 0, 0, 0, 0, new PoolsGauges(0, 0, 0), new ClaimCounts(0, 0, 0), 0, 0);
}
