package io.holdfast.server.ops;

/** How much there is of what, at the moment of asking. */
public record StateCounts(
        long connections,
        long httpSessions,
        long locksHeld,
        long lockWaiters,
        long semaphoreHolders,
        long semaphoreWaiters) {

    public static final StateCounts NONE = new StateCounts(0, 0, 0, 0, 0, 0);
}
