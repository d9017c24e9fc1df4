package io.holdfast.core.query;

import io.holdfast.core.event.Event.GrantEnd;

import org.jspecify.annotations.Nullable;

/**
 * A grant that has ended.
 *
 * @param session the number of its holder
 * @param waitedMillis how long the holder waited for it, by log time
 * @param sinceMillis when it was granted, by the wall clock
 * @param heldLogMillis how long it was held, by log time; limited to what fits into the number
 * @param by the principal that ended it for an operator; null otherwise
 * @param reason the operator's reason; null otherwise
 */
public record PastGrant(
        long fence,
        int slot,
        long session,
        @Nullable String owner,
        int waitedMillis,
        long sinceMillis,
        long endedMillis,
        int heldLogMillis,
        GrantEnd end,
        @Nullable String by,
        @Nullable String reason)
        implements PastUse {

    /** Returns how long it was held. A change of the wall clock counts only beyond 24 days. */
    public long heldMillis() {
        return heldLogMillis == Integer.MAX_VALUE
                ? Math.max(heldLogMillis, endedMillis - sinceMillis)
                : heldLogMillis;
    }

    /** Returns when its holder joined the queue, by the wall clock. */
    public long queuedMillis() {
        return sinceMillis - waitedMillis;
    }
}
