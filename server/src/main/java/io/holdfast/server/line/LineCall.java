package io.holdfast.server.line;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.value.Actor;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.edge.WaitingCall;
import io.holdfast.server.locks.LockAbandonment;

/** A request for a key over a connection of the line protocol. */
final class LineCall<O extends LocksOutcome> extends WaitingCall<O> {

    private final LineConnection connection;
    private final Verb verb;
    private final boolean waits;

    private LineCall(
            Engine engine,
            LineConnection connection,
            Verb verb,
            LineRequest.OnKey request,
            LocksCommand.OfClient<O> command) {
        super(engine, null, command, LockAbandonment.of(command));
        this.connection = connection;
        this.verb = verb;
        this.waits = request.waits();
    }

    static LineCall<?> of(
            Engine engine, LineConnection connection, Verb verb, LineRequest.OnKey request) {
        return of(engine, connection, verb, request, request.command());
    }

    private static <O extends LocksOutcome> LineCall<O> of(
            Engine engine,
            LineConnection connection,
            Verb verb,
            LineRequest.OnKey request,
            LocksCommand.OfClient<O> command) {
        return new LineCall<>(engine, connection, verb, request, command);
    }

    Verb verb() {
        return verb;
    }

    /** Returns whether the client chose to wait, so that the answer may take long. */
    boolean waits() {
        return waits;
    }

    @Override
    public Actor actor() {
        return connection.actor();
    }

    @Override
    protected void drop() {
        if (connection.inLoop()) {
            connection.drop(this);
        } else {
            connection.loop().executor().execute(this::drop);
        }
    }

    @Override
    protected void answer(O outcome) {
        if (connection.inLoop()) {
            connection.answered(this, outcome);
        } else {
            connection.loop().executor().execute(() -> connection.answered(this, outcome));
        }
    }
}
