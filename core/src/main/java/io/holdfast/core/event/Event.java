package io.holdfast.core.event;

import io.holdfast.core.command.ClaimStatus;
import io.holdfast.core.command.ResourceName;

import org.jspecify.annotations.Nullable;

/** What happened, for streams, the audit log and metrics. No event carries a secret. */
public sealed interface Event {

    record Granted(
            ResourceName name,
            long fence,
            int slot,
            long session,
            @Nullable String owner,
            long waitedNanos)
            implements Event {}

    record Queued(ResourceName name, long session, int position) implements Event {}

    /** A grant ended; {@code heldMillis} is how long it was held by the wall clock. */
    record Ended(ResourceName name, long fence, long session, GrantEnd reason, long heldMillis)
            implements Event {}

    /** A wait ended without a grant. */
    record WaitEnded(ResourceName name, long session, WaitEnd reason, long waitedNanos)
            implements Event {}

    record SessionOpened(long session, @Nullable String owner) implements Event {}

    record SessionEnded(long session, SessionEnd reason) implements Event {}

    /** A key is gone: nobody used it for a while, or somebody deleted it. */
    record Forgotten(ResourceName name) implements Event {}

    /** A claim has this status now. */
    record ClaimMoved(String tenant, long id, ClaimStatus status) implements Event {}

    enum GrantEnd {
        RELEASED,
        EXPIRED,
        SESSION_ENDED,
        ABANDONED,
        /** What it was a grant of was deleted. */
        DELETED,
        CANCELLED,
        /** An operator ended it. */
        BROKEN,
        /** The member that was to deliver it was lost before it could, and the next one has it. */
        UNDELIVERED
    }

    enum WaitEnd {
        TIMED_OUT,
        SESSION_ENDED,
        ABANDONED,
        DRAINED,
        /** What it was waited for was deleted. */
        DELETED,
        CANCELLED
    }

    enum SessionEnd {
        CLOSED,
        IDLE,
        NODE_GONE,
        DRAINED
    }
}
