package io.holdfast.rig.history;

import java.util.List;

/**
 * One thing that a client wanted done once. With a request id it may have been sent several times,
 * to several nodes.
 *
 * @param session whose grants and places it is about
 * @param requestId empty where the client sent none
 * @param attempts in the order in which they were sent; at least one
 */
public record Operation(
        String session,
        Resource resource,
        Action action,
        String requestId,
        List<Attempt> attempts) {

    /** One request to one node. */
    public record Attempt(String node, long sentNanos, long toldNanos, Result result) {}

    public Operation {
        attempts = List.copyOf(attempts);
    }

    public long invokedNanos() {
        return attempts.getFirst().sentNanos();
    }

    /** When the outcome was known; the end of time where it never was. */
    public long returnedNanos() {
        for (Attempt attempt : attempts) {
            if (attempt.result().definite()) {
                return attempt.toldNanos();
            }
        }
        return Long.MAX_VALUE;
    }

    /** When the client heard last about it. */
    public long endedNanos() {
        return attempts.getLast().toldNanos();
    }

    /** The first answer of the server; not sent, only where no attempt was. */
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
