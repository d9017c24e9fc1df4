package io.holdfast.core.outcome;

/** The outcomes of the pools API, a family for each command. */
public sealed interface PoolsOutcome extends Outcome {

    sealed interface Put extends PoolsOutcome permits Pool, PoolRefused, Shared {}

    sealed interface Delete extends PoolsOutcome permits Done, PoolRefused, Shared {}

    sealed interface Borrow extends PoolsOutcome permits Lent, TimedOut, PoolRefused, Shared {}

    sealed interface Return extends PoolsOutcome permits Done, NotHeld, PoolRefused, Shared {}

    sealed interface Abandon extends PoolsOutcome permits Done, Shared {}
}
