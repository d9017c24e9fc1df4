package io.holdfast.server.pools;

import io.holdfast.core.command.Command;
import io.holdfast.core.command.LeaseId;
import io.holdfast.core.command.Origin;
import io.holdfast.core.command.PoolsCommand.Abandon;
import io.holdfast.core.command.PoolsCommand.Borrow;
import io.holdfast.core.command.RequestId;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.server.edge.WaitingCall;
import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/** One borrow: how its outcome is said, and how it is given up. */
record BorrowManner(
        Exchange exchange, Borrow command, @Nullable RequestId request, Door door)
        implements WaitingCall.Manner {

    @Override
    public void reply(Outcome outcome) {
        if (Pools.isUnknown(outcome)) {
            door.unknown(exchange.remoteAddress());
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
    public @Nullable Command abandon(Origin call, @Nullable Outcome known) {
        LeaseId lent = known instanceof Outcome.Lent outcome ? outcome.lease() : null;
        return known != null && lent == null
                ? null
                : new Abandon(command.name(), call, lent, request);
    }
}
