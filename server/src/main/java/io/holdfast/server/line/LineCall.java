package io.holdfast.server.line;

import io.holdfast.core.command.Actor;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.node.Node;
import io.holdfast.server.locks.LockCall;

/** A request for a key that came over a connection. */
final class LineCall extends LockCall {

    private final LineConnection connection;
    private final Verb verb;
    private final boolean waits;

    LineCall(Node node, LineConnection connection, Verb verb, LineRequest.OnKey request) {
        super(node, request.command(), null);
        this.connection = connection;
        this.verb = verb;
        this.waits = request.waits();
    }

    Verb verb() {
        return verb;
    }

    /** Whether its answer may take as long as the client likes. */
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
