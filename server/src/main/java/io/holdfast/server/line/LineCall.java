package io.holdfast.server.line;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.locks.LockCall;

/** A request for a key over a connection of the line protocol. */
final class LineCall extends LockCall {

    private final LineConnection connection;
    private final Verb verb;
    private final boolean waits;

    LineCall(Engine engine, LineConnection connection, Verb verb, LineRequest.OnKey request) {
        super(engine, request.command(), null);
        this.connection = connection;
        this.verb = verb;
        this.waits = request.waits();
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
    protected void answer(Outcome outcome) {
        if (connection.inLoop()) {
            connection.answered(this, outcome);
        } else {
            connection.loop().executor().execute(() -> connection.answered(this, outcome));
        }
    }
}
