package io.holdfast.log.node;

import io.holdfast.core.outcome.Outcome;

/**
 * Hears how every call of this process was answered, in the lane: it must not take long. What a
 * restart replays was answered by another process, and is not heard again.
 */
public interface DecisionListener {

    /** Nobody wants to know. */
    DecisionListener NONE = (call, outcome, wallMillis) -> {};

    /** @param wallMillis the wall clock of the batch that decided it */
    void decided(Call call, Outcome outcome, long wallMillis);

    /** Whether the outcome of such a call could be taken down; it is refused where not. */
    default boolean admits(Call call) {
        return true;
    }
}
