package io.holdfast.core.outcome;

/** The outcome of a command that a member itself proposes. */
public sealed interface MemberOutcome extends Outcome permits Outcome.Done, Outcome.Shared {}
