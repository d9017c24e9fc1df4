package io.holdfast.core.query;

import io.holdfast.core.event.Event.WaitEnd;

import org.jspecify.annotations.Nullable;

/**
 * A wait that ended without a grant.
 *
 * @param session the number of the holder that waited
 * @param sinceMillis when it joined the queue, by the wall clock
 * @param waitedMillis how long it waited, by log time
 * @param by the principal that removed it from the queue; null otherwise
 * @param reason the operator's reason; null otherwise
 */
public record PastWait(
        long session,
        @Nullable String owner,
        long sinceMillis,
        long endedMillis,
        int waitedMillis,
        WaitEnd end,
        @Nullable String by,
        @Nullable String reason)
        implements PastUse {}
