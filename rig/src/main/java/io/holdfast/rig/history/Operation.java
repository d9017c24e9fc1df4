package io.holdfast.rig.history;

import java.util.List;

/**
 * One operation that a client requested once. With a request id it may have been sent several
 * times, to several members.
 *
 * @param session the session whose grants and places are concerned
 * @param requestId empty if the client sent none
 * @param attempts in the order in which they were sent; at least one
 */
public record Operation(
        String session,
        Resource resource,
        Action action,
        String requestId,
        List<Attempt> attempts) {

    /** One request to one member. */
    public record Attempt(String node, long sentNanos, long toldNanos, Result result) {}

    public Operation {
        attempts = List.copyOf(attempts);
    }

    public long invokedNanos() {
        return attempts.getFirst().sentNanos();
    }

    /** Returns when the outcome was known, or {@link Long#MAX_VALUE} if it never was. */
    public long returnedNanos() {
        for (Attempt attempt : attempts) {
            if (attempt.result().definite()) {
                return attempt.toldNanos();
            }
        }
        return Long.MAX_VALUE;
    }

    /** Returns when the last attempt ended. */
    public long endedNanos() {
        return attempts.getLast().toldNanos();
    }

    /**
     * Returns the server's first definite answer. Without one, returns NotSent only if no attempt
     * was sent.
     */
    public Result result() {
        Result fallback = attempts.getFirst().result();
        for (Attempt attempt : attempts) {
            if (attempt.result().definite()) {
                return attempt.result();
            }
            if (attempt.result() instanceof Result.Unknown) {
                fallback = attempt.result();
            }
        }
        return fallback;
    }

    @Override
    public String toString() {
        return resource.name() + " " + action + " by " + session + " -> " + attempts;
    }
}
