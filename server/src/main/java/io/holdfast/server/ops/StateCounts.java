package io.holdfast.server.ops;

import io.holdfast.core.query.Query.ClaimCounts;
import io.holdfast.core.query.Query.MemoryGauges;
import io.holdfast.core.query.Query.PoolsGauges;
import io.holdfast.core.query.Query.UseGauges;

import java.util.List;

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
        List<UseGauges> use,
        MemoryGauges memory) {

    public static final StateCounts NONE = new StateCounts(
            0,
            0,
            0,
            0,
            0,
            0,
            new PoolsGauges(0, 0, 0),
            new ClaimCounts(0, 0, 0),
            List.of(),
            new MemoryGauges(0, 0, 0, 0, 0, 0));
}
