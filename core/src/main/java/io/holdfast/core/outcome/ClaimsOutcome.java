package io.holdfast.core.outcome;

/** The outcomes of the claims API, a family for each command. */
public sealed interface ClaimsOutcome extends Outcome {

    sealed interface Create extends ClaimsOutcome permits Claimed, Shared {}

    sealed interface Update extends ClaimsOutcome permits Claimed, Done, ClaimRefused, Shared {}
}
