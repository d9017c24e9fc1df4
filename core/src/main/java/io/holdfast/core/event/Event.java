package io.holdfast.core.event;

import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.ResourceName;

import org.jspecify.annotations.Nullable;

/** The events for streams, the audit log and metrics. No event contains a secret. */
public sealed interface Event {

    record Granted(
            ResourceName name,
            long fence,
            int slot,
            long session,
            @Nullable String owner,
            long waitedNanos)
            implements Event {}

    record Queued(ResourceName name, long session, @Nullable String owner, int position)
            implements Event {}

    /** A grant ended. {@code heldMillis} is the wall-clock time for which it was held. */
    record Ended(
            ResourceName name,
            long fence,
            long session,
            @Nullable String owner,
            GrantEnd reason,
            long heldMillis)
            implements Event {}

    /** A wait ended without a grant. */
    record WaitEnded(
            ResourceName name,
            long session,
            @Nullable String owner,
            WaitEnd reason,
            long waitedNanos)
            implements Event {}

    record SessionOpened(
            String tenant, long session, @Nullable String owner) implements Event {}

    record SessionEnded(
            String tenant, long session, @Nullable String owner, SessionEnd reason)
            implements Event {}

    /** The settings that all members share were set, possibly to the same values. */
    record SettingsChanged() implements Event {}

    /** A key was removed: it was idle for too long, or a client deleted it. */
    record Forgotten(ResourceName name) implements Event {}

    /** A claim changed to this status. */
    record ClaimMoved(String tenant, long id, ClaimStatus status) implements Event {}

    enum GrantEnd {
        RELEASED,
        EXPIRED,
        SESSION_ENDED,
        ABANDONED,
        /** The granted resource was deleted. */
        DELETED,
        CANCELLED,
        /** An operator ended it. */
        BROKEN,
        /**
         * The member that was to deliver it was lost first. The grant was passed to the next
         * waiter.
         */
        UNDELIVERED
    }

    enum WaitEnd {
        TIMED_OUT,
        SESSION_ENDED,
        ABANDONED,
        DRAINED,
        /** The resource was deleted. */
        DELETED,
        CANCELLED,
        /** An operator removed the waiter. */
        REMOVED
    }

    enum SessionEnd {
        CLOSED,
        IDLE,
        NODE_GONE,
        DRAINED
    }
}
