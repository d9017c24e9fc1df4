package io.holdfast.core.query;

import org.jspecify.annotations.Nullable;

/** A grant or a wait of a resource that has ended. */
public sealed interface PastUse permits PastGrant, PastWait {

    @Nullable
    String owner();

    /** Returns when it began, by the wall clock: the grant was made, or the waiter was queued. */
    long sinceMillis();

    /** Returns when it ended, by the wall clock. */
    long endedMillis();
}
