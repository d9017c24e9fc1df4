package io.holdfast.server.locks;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/** A request for a key over HTTP. */
final class HttpLockCall extends LockCall {

    private final Exchange exchange;

    private HttpLockCall(
            Engine engine, Exchange exchange, LocksCommand command, @Nullable RequestId request) {
        super(engine, command, request);
        this.exchange = exchange;
    }

    /** Submits the command; must be called on the exchange's event loop. */
    static void submit(
            Engine engine,
            Exchange exchange,
            Operation operation,
            LocksCommand command,
            @Nullable RequestId request) {
        HttpLockCall call = new HttpLockCall(engine, exchange, command, request);
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
