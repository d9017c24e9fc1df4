package io.holdfast.rig.history;

/** An operation that a client requests on a resource. */
public sealed interface Action {

    /** Requests a grant, after a wait if necessary. */
    record Acquire(long ttlNanos, long waitNanos) implements Action {}

    /** Requests a grant or a place in the queue, without waiting. */
    record Enqueue(long ttlNanos) implements Action {}

    /** Requests the grant of a place in the queue. */
    record Collect(long ttlNanos, long waitNanos) implements Action {}

    /** Gives up a place in the queue. */
    record Withdraw() implements Action {}

    record Renew(long fence, long ttlNanos) implements Action {}

    /** Asks whether the client's own grant still exists; only a refusal proves something. */
    record Validate(long fence) implements Action {}

    record Release(long fence) implements Action {}

    /**
     * The end of a session or of a connection that was also one. All its grants are released if
     * that was acknowledged. Otherwise they may have been released since the given time, at which
     * the session was last known to be open.
     */
    record Leave(long heardNanos) implements Action {}

    /** Reads the current holder. */
    record Look() implements Action {}

    record Write(String value) implements Action {}

    record Read() implements Action {}

    /** Returns how long the server may delay the answer because a wait was requested. */
    default long waitNanosMax() {
        return switch (this) {
            case Acquire acquire -> acquire.waitNanos();
            case Collect collect -> collect.waitNanos();
            case Enqueue _,
                    Withdraw _,
                    Renew _,
                    Validate _,
                    Release _,
                    Leave _,
                    Look _,
                    Write _,
                    Read _ -> 0;
        };
    }

    /** Returns whether the operation changes nothing. */
    default boolean isRead() {
        return switch (this) {
            case Look _, Read _, Validate _ -> true;
            case Acquire _,
                    Enqueue _,
                    Collect _,
                    Withdraw _,
                    Renew _,
                    Release _,
                    Leave _,
                    Write _ -> false;
        };
    }
}
