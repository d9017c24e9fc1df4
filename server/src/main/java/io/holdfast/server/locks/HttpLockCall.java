package io.holdfast.server.locks;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.RequestId;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.log.node.Node;
import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/** A request for a key over HTTP. */
final class HttpLockCall extends LockCall {

    private final Exchange exchange;

    private HttpLockCall(
            Node node, Exchange exchange, LocksCommand command, @Nullable RequestId request) {
        super(node, command, request);
        this.exchange = exchange;
    }

    /** Submits the command; must be called on the exchange's event loop. */
    static void submit(
            Node node,
            Exchange exchange,
            Operation operation,
            LocksCommand command,
            @Nullable RequestId request) {
        HttpLockCall call = new HttpLockCall(node, exchange, command, request);
        call.submit();
        if (operation.leavesTraces()) {
            exchange.onHangUp(call::hangUp);
            exchange.onInputEnded(call::inputEnded);
        }
    }

    @Override
    public Actor actor() {
        return exchange.actor();
    }

    @Override
    protected void drop() {
        exchange.drop();
    }

    @Override
    protected void answer(Outcome outcome) {
        Replies.send(exchange, outcome, command() instanceof LocksCommand.Enqueue);
    }
}
