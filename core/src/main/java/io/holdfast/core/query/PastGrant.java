package io.holdfast.core.query;

import io.holdfast.core.event.Event.GrantEnd;

import org.jspecify.annotations.Nullable;

/**
 * A grant that has ended. Times are those of the wall clock, for display.
 *
 * @param session the number of its holder
 * @param waitedMillis how long the holder waited for it
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
        GrantEnd end,
        @Nullable String by,
        @Nullable String reason) {

    public long heldMillis() {
        return Math.max(0, endedMillis - sinceMillis);
    }
}
