package io.holdfast.core.resource;

import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.outcome.Refusal;

/** What a contract's book of rules hears from the kernel about its own resources. */
public interface Book {

    /** How long a resource that nobody uses is remembered; {@code Timed.NEVER} for ever. */
    long idleNanos();

    /** Nobody used the resource for that long, and it is gone. */
    void forgotten(Resource resource);

    /** The waiter's turn came; the waiter is gone and the grant is in its place. */
    void promoted(Waiter waiter, Grant grant);

    /** The grant is gone. The next in line has not been looked at yet. */
    void ended(Grant grant, GrantEnd reason);

    /** The waiter left the line without a grant. */
    void left(Waiter waiter, WaitEnd reason);

    /** The process that served this wait is over or stops, and whoever waits is told so. */
    void endWaits(Waiter waiter, WaitEnd reason, Refusal refusal);
}
