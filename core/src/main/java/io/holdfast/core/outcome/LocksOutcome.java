package io.holdfast.core.outcome;

/** The outcomes of the locks API, a family for each command. */
public sealed interface LocksOutcome extends Outcome {

    sealed interface Acquire extends LocksOutcome permits Granted, TimedOut, LockRefused, Shared {}

    sealed interface Enqueue extends LocksOutcome permits Granted, Queued, LockRefused, Shared {}

    sealed interface Await extends LocksOutcome permits Granted, TimedOut, LockRefused, Shared {}

    sealed interface Release extends LocksOutcome permits Done, NotHeld, LockRefused, Shared {}

    sealed interface Renew extends LocksOutcome permits Renewed, NotHeld, LockRefused, Shared {}

    sealed interface Abandon extends LocksOutcome permits Done, Shared {}
}
