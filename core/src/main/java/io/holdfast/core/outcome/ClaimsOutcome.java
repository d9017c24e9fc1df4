package io.holdfast.core.outcome;

/** The outcomes of the claims API, a family for each command. */
public sealed interface ClaimsOutcome extends Outcome {

    sealed interface Create extends Take permits Claimed, Shared {}

    /** Refuses only what another claim holds. */
    sealed interface Take extends ClaimsOutcome permits Create, ClaimRefused {}

    sealed interface Update extends ClaimsOutcome permits Claimed, Done, ClaimRefused, Shared {}
}
