package io.holdfast.core.outcome;

/** The outcomes of commands for sessions, a family for each command. */
public sealed interface SessionOutcome extends Outcome {

    sealed interface Open extends SessionOutcome permits Opened, LockRefused, Shared {}

    /** Of a close or a touch. */
    sealed interface Change extends SessionOutcome permits Done, LockRefused, Shared {}
}
