package io.holdfast.server.locks;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.RequestId;
import io.holdfast.core.command.Token;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.node.Node;
import io.holdfast.server.edge.WaitingCall;

import org.jspecify.annotations.Nullable;

/** A request for a key over any protocol. */
public abstract class LockCall extends WaitingCall {

    private final LocksCommand command;

    protected LockCall(Node node, LocksCommand command, @Nullable RequestId request) {
        super(node, request);
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
