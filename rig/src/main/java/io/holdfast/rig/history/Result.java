package io.holdfast.rig.history;

/** What became of it. */
public sealed interface Result {

    /**
     * A grant.
     *
     * @param slot which one of a numbered resource; -1 where slots have no numbers
     * @param leaseFromNanos the earliest instant from which its lease may count; 0 where that is
     *     the instant at which the client asked
     */
    record Granted(long fence, int slot, long ttlNanos, long leaseFromNanos) implements Result {}

    /** A place in the line. */
    record Queued() implements Result {}

    record Done() implements Result {}

    /** A definite no; nothing was changed. */
    record Refused(String why) implements Result {}

    /** Who holds it, by fence; 0 for nobody. */
    record Seen(long fence) implements Result {}

    /** A value; empty where there is none. */
    record Value(String text) implements Result {}

    /** It may have been done or not. */
    record Unknown(String why) implements Result {}

    /** It was certainly not done: there was nobody to send it to. */
    record NotSent(String why) implements Result {}

    /** Whether the server decided. */
    default boolean definite() {
        return switch (this) {
            case Granted _, Queued _, Done _, Refused _, Seen _, Value _ -> true;
            case Unknown _, NotSent _ -> false;
        };
    }

    /**
     * Whether a repeated request id must get it again. A refusal changed nothing, and asking again
     * may turn it into something better.
     */
    default boolean remembered() {
        return switch (this) {
            case Granted _, Queued _, Done _ -> true;
            case Refused _, Seen _, Value _, Unknown _, NotSent _ -> false;
        };
    }
}
