package io.holdfast.core.outcome;

import io.holdfast.core.command.LeaseId;
import io.holdfast.core.command.SessionId;
import io.holdfast.core.command.Token;

/**
 * The machine's answer to one command. Every command gets exactly one, at once or when its wait
 * ends.
 */
public sealed interface Outcome {

    /**
     * The caller holds a slot.
     *
     * @param slot the lowest slot that was free, from zero
     */
    record Granted(Token token, int slot, long ttlNanos) implements Outcome {}

    /** The caller has a place in line, counted from one. */
    record Queued(int position) implements Outcome {}

    /** The caller's own deadline passed before its turn came. */
    record TimedOut() implements Outcome {}

    /** The lease now runs for this long. */
    record Renewed(long ttlNanos) implements Outcome {}

    /** The session is open; its number is the connection id that statistics show. */
    record Opened(SessionId session, long number, long idleNanos) implements Outcome {}

    /**
     * The caller has borrowed a slot of a pool.
     *
     * @param untilMillis when the lease ends, by the wall clock of the instant at which it began
     */
    record Lent(LeaseId lease, int position, long fence, long ttlNanos, long untilMillis)
            implements Outcome {}

    /** The pool as it is now. */
    record Pool(int count, int inUse) implements Outcome {}

    /** Done, and there is nothing to say about it. */
    record Done() implements Outcome {}

    /** Nothing was changed, for this reason. */
    record Refused(Refusal reason) implements Outcome {}

    /** The command may or may not have taken effect; asking again with its request id tells. */
    record Unknown() implements Outcome {}

    Outcome DONE = new Done();
    Outcome TIMED_OUT = new TimedOut();
    Outcome UNKNOWN = new Unknown();
}
