package io.holdfast.core.value;

import org.jspecify.annotations.Nullable;

/**
 * A lease on a node at one time.
 *
 * @param by the id of the holder's person node
 * @param byName the holder's display name
 * @param untilMillis when it ends, by the wall clock like all displayed times
 * @param remainingNanos how long it lasts from now
 * @param reserved true if the lease is reserved and not in progress
 */
public record NodeLease(
        String id,
        String by,
        String byName,
        long fence,
        long claimedMillis,
        long untilMillis,
        long remainingNanos,
        @Nullable String session,
        boolean reserved) {}
