package io.holdfast.core.value;

/**
 * The changing part of a claim at one time.
 *
 * @param fence the number of its grant while it is active, otherwise zero
 * @param createdMillis when it was created, by the wall clock like all displayed times
 * @param activatedMillis when it became active, or {@link #NEVER}
 * @param endedMillis when it reached its final status, or {@link #NEVER}
 * @param ttlNanos remaining ttl, negative if expired; only while it is active
 * @param activeNanos how long it was or has been active; {@link #NEVER} if it never was
 * @param waitingNanos from its creation until it became active or ended, or until now
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

    /** Stands for the time or duration of an event that has not occurred. */
    public static final long NEVER = -1;

    public boolean wasActive() {
        return activeNanos != NEVER;
    }
}
