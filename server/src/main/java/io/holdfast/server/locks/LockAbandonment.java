package io.holdfast.server.locks;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Token;
import io.holdfast.server.edge.WaitingCall;

/** Abandons a request for a key, over any protocol. */
public final class LockAbandonment {

    private LockAbandonment() {}

    public static <O extends LocksOutcome> WaitingCall.Abandonment<O> of(
            LocksCommand.OfClient<O> command) {
        return (call, known, request) -> {
            Token granted = known instanceof Outcome.Granted grant ? grant.token() : null;
            boolean settled =
                    known != null && granted == null && !(known instanceof Outcome.Queued);
            return settled
                    ? null
                    : new LocksCommand.Abandon(
                            command.name(),
                            command.kind(),
                            command.session(),
                            call,
                            granted,
                            request);
        };
    }
}
