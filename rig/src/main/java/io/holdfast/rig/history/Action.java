package io.holdfast.rig.history;

/** What a client wants of a resource. */
public sealed interface Action {

    /** To hold it, after a wait if need be. */
    record Acquire(long ttlNanos, long waitNanos) implements Action {}

    /** To hold it, or a place in its line, at once. */
    record Enqueue(long ttlNanos) implements Action {}

    /** What a place in the line has become. */
    record Collect(long ttlNanos, long waitNanos) implements Action {}

    record Renew(long fence, long ttlNanos) implements Action {}

    record Release(long fence) implements Action {}

    /**
     * The end of a connection that was a session too. All that it held may be free since the given
     * instant, at which it was last heard of.
     */
    record Leave(long heardNanos) implements Action {}

    /** Who holds it. */
    record Look() implements Action {}

    record Write(String value) implements Action {}

    record Read() implements Action {}

    /** How long the server may take for it by its own choice. */
    default long waitNanosMax() {
        return switch (this) {
            case Acquire acquire -> acquire.waitNanos();
            case Collect collect -> collect.waitNanos();
            case Enqueue _, Renew _, Release _, Leave _, Look _, Write _, Read _ -> 0;
        };
    }

    /** Whether it only asks. */
    default boolean isRead() {
        return switch (this) {
            case Look _, Read _ -> true;
            case Acquire _, Enqueue _, Collect _, Renew _, Release _, Leave _, Write _ -> false;
        };
    }
}
