package io.holdfast.core.outcome;

/** The outcomes of commands on a resource of any API, a family for each command. */
public sealed interface ResourceOutcome extends Outcome {

    sealed interface Break extends ResourceOutcome permits Done, NotHeld, Shared {}

    sealed interface CancelWait extends ResourceOutcome permits Done, NotHeld, Shared {}
}
