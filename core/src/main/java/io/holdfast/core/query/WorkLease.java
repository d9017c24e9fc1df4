package io.holdfast.core.query;

import org.jspecify.annotations.Nullable;

/**
 * A lease on a work node, as of an instant.
 *
 * @param by the id of the holder's person node
 * @param byName what to show for the holder
 * @param untilMillis when it ends, by the wall clock like all printed instants
 * @param remainingNanos how long it lasts from now
 * @param reserved whether it is parked rather than worked on
 */
public record WorkLease(
        String id,
        String by,
        String byName,
        long fence,
        long claimedMillis,
        long untilMillis,
        long remainingNanos,
        @Nullable String session,
        boolean reserved) {}
