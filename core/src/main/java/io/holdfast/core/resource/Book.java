package io.holdfast.core.resource;

import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.outcome.Refusal;

/** The callbacks from the kernel to an API's book of rules, about that book's own resources. */
public interface Book {

    /** Returns how long an idle resource is kept; {@code Timed.NEVER} means forever. */
    long idleNanos();

    /** Reports that a resource was removed because it was idle for that long, or deleted. */
    void forgotten(Resource resource);

    /** Reports that a waiter was granted. The waiter is removed and the grant replaces it. */
    void promoted(Waiter waiter, Grant grant);

    /** Reports that a grant was removed. The next waiter has not been considered yet. */
    void ended(Grant grant, GrantEnd reason);

    /** Reports that a waiter left the queue without a grant. */
    void left(Waiter waiter, WaitEnd reason);

    /**
     * Ends a wait because the process that served it has ended or is stopping, and answers its
     * call.
     */
    void endWaits(Waiter waiter, WaitEnd reason, Refusal refusal);
}
