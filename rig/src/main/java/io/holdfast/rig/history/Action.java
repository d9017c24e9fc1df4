package io.holdfast.rig.history;

/** An operation that a client requests on a resource. */
public sealed interface Action {

    /** Requests a grant, after a wait if necessary. */
    record Acquire(long ttlNanos, long waitNanos) implements Action {}

    /** Requests a grant or a place in the queue, without waiting. */
    record Enqueue(long ttlNanos) implements Action {}

    /** Requests the grant of a place in the queue. */
    record Collect(long ttlNanos, long waitNanos) implements Action {}

    record Renew(long fence, long ttlNanos) implements Action {}

    record Release(long fence) implements Action {}

    /**
     * The end of a connection that was also a session. All its grants may have been released since
     * the given time, at which the connection was last known to be open.
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
            case Enqueue _, Renew _, Release _, Leave _, Look _, Write _, Read _ -> 0;
        };
    }

    /** Returns whether the operation changes nothing. */
    default boolean isRead() {
        return switch (this) {
            case Look _, Read _ -> true;
            case Acquire _, Enqueue _, Collect _, Renew _, Release _, Leave _, Write _ -> false;
        };
    }
}
