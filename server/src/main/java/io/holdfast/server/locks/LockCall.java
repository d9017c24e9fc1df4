package io.holdfast.server.locks;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.Token;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.edge.WaitingCall;

import org.jspecify.annotations.Nullable;

/** A request for a key over any protocol. */
public abstract class LockCall extends WaitingCall {

    private final LocksCommand command;

    protected LockCall(Engine engine, LocksCommand command, @Nullable RequestId request) {
        super(engine, request);
        this.command = command;
    }

    @Override
    public final LocksCommand command() {
        return command;
    }

    @Override
    protected final @Nullable Command abandonment(Origin call, @Nullable Outcome known) {
        Token granted = known instanceof Outcome.Granted grant ? grant.token() : null;
        boolean settled = known != null && granted == null && !(known instanceof Outcome.Queued);
        return settled
                ? null
                : new LocksCommand.Abandon(
                        command.name(),
                        command.kind(),
                        command.session(),
                        call,
                        granted,
                        request());
    }
}
