package io.holdfast.rig.history;

/** The result of an operation. */
public sealed interface Result {

    /**
     * A grant.
     *
     * @param slot the slot of a numbered resource; -1 if slots have no numbers
     * @param leaseFromNanos the earliest time at which its lease may have started; 0 if that is the
     *     time of the request
     */
    record Granted(long fence, int slot, long ttlNanos, long leaseFromNanos) implements Result {}

    /** A place in the queue. */
    record Queued() implements Result {}

    record Done() implements Result {}

    /** A definite refusal; nothing was changed. */
    record Refused(String why) implements Result {}

    /** The holder's fence; 0 if the resource is free. */
    record Seen(long fence) implements Result {}

    /** A value; empty if there is none. */
    record Value(String text) implements Result {}

    /** The operation may or may not have been applied. */
    record Unknown(String why) implements Result {}

    /** The operation was certainly not applied: the member could not be reached. */
    record NotSent(String why) implements Result {}

    /** Returns whether the server decided. */
    default boolean definite() {
        return switch (this) {
            case Granted _, Queued _, Done _, Refused _, Seen _, Value _ -> true;
            case Unknown _, NotSent _ -> false;
        };
    }

    /**
     * Returns whether a repeated request id must get the same result. A refusal changed nothing,
     * and a retry may succeed.
     */
    default boolean remembered() {
        return switch (this) {
            case Granted _, Queued _, Done _ -> true;
            case Refused _, Seen _, Value _, Unknown _, NotSent _ -> false;
        };
    }
}
