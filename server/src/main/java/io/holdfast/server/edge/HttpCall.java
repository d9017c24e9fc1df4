package io.holdfast.server.edge;

import io.holdfast.core.command.Command;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.RequestTrace;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request over HTTP that may wait. */
final class HttpCall<O extends Outcome> extends WaitingCall<O> {

    private final Exchange exchange;
    private final Actor actor;
    private final Consumer<O> answer;

    HttpCall(
            Engine engine,
            Exchange exchange,
            Actor actor,
            @Nullable RequestId request,
            Command<O> command,
            Abandonment<O> abandonment,
            Consumer<O> answer) {
        super(engine, request, command, abandonment);
        this.exchange = exchange;
        this.actor = actor;
        this.answer = answer;
    }

    @Override
    public Actor actor() {
        return actor;
    }

    @Override
    protected void drop() {
        exchange.drop();
    }

    @Override
    protected void waiting() {
        RequestTrace trace = exchange.trace();
        if (trace != null) {
            trace.waits();
        }
    }

    @Override
    protected void answer(O outcome) {
        TraceMarks.answered(exchange.trace(), outcome);
        exchange.onLoop(() -> answer.accept(outcome));
    }
}
