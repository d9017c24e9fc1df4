package io.holdfast.core.query;

import io.holdfast.core.command.ClaimStatus;

/**
 * What changes about a claim, as of an instant.
 *
 * @param fence the number of its grant while it is active, otherwise zero
 * @param createdMillis when it was made, by the wall clock like all printed instants
 * @param activatedMillis when it became active, or {@link #NEVER}
 * @param endedMillis when it reached its final status, or {@link #NEVER}
 * @param ttlNanos what is left of its ttl, negative where it lapsed; only while it is active
 * @param activeNanos how long it was or has been active; {@link #NEVER} where it never was
 * @param waitingNanos from its creation until it was active, or over, or now
 */
public record ClaimState(
        long id,
        ClaimStatus status,
        long fence,
        long createdMillis,
        long activatedMillis,
        long endedMillis,
        long ttlNanos,
        long activeNanos,
        long waitingNanos) {

    /** The instant or duration of what has not come about. */
    public static final long NEVER = -1;

    public boolean wasActive() {
        return activeNanos != NEVER;
    }
}
