package io.holdfast.log.engine;

import io.holdfast.core.outcome.Outcome;

/**
 * Receives the outcome of every call of this process, in the lane: it must not take long. Outcomes
 * that are replayed after a restart belong to an earlier process and are not reported.
 */
public interface DecisionListener {

    /** Ignores all outcomes. */
    DecisionListener NONE = (call, outcome, wallMillis) -> {};

    /** @param wallMillis the wall clock of the deciding batch */
    void decided(Call<?> call, Outcome outcome, long wallMillis);

    /** Returns whether the outcome of such a call can be recorded; if not, it is rejected. */
    default boolean admits(Call<?> call) {
        return true;
    }
}
