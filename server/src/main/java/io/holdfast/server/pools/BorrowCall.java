package io.holdfast.server.pools;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.PoolsCommand.Abandon;
import io.holdfast.core.command.PoolsCommand.Borrow;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.edge.WaitingCall;
import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/** A borrow request, from its submission to its reply. */
final class BorrowCall extends WaitingCall {

    private final Exchange exchange;
    private final Actor actor;
    private final Borrow command;
    private final GuessThrottle door;

    BorrowCall(
            Engine engine,
            Exchange exchange,
            Actor actor,
            Borrow command,
            @Nullable RequestId request,
            GuessThrottle door) {
        super(engine, request);
        this.exchange = exchange;
        this.actor = actor;
        this.command = command;
        this.door = door;
    }

    @Override
    public Actor actor() {
        return actor;
    }

    @Override
    public Borrow command() {
        return command;
    }

    @Override
    protected void drop() {
        exchange.drop();
    }

    @Override
    protected void answer(Outcome outcome) {
        if (Pools.isUnknown(outcome)) {
            door.unknown(exchange.clientAddress());
        }
        if (outcome instanceof Outcome.Lent lent) {
            Replies.lent(exchange, lent);
        } else if (outcome instanceof Outcome.TimedOut) {
            Replies.exhausted(exchange);
        } else {
            Replies.other(exchange, outcome);
        }
    }

    @Override
    protected @Nullable Command abandonment(Origin call, @Nullable Outcome known) {
        LeaseId lent = known instanceof Outcome.Lent outcome ? outcome.lease() : null;
        return known != null && lent == null
                ? null
                : new Abandon(command.name(), call, lent, request());
    }
}
