package io.holdfast.server.resources;

import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.ResourceOutcome;
import io.holdfast.core.value.ResourceName;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;

/** Removes a waiter from the queue of a resource of any API. No later waiter gets the same id. */
final class CancelRoute {

    private static final String TEMPLATE = "/v1/resources/{api}/{key}/waiters/{id}";

    private final Requests requests;

    private CancelRoute(Requests requests) {
        this.requests = requests;
    }

    static Route of(Requests requests) {
        CancelRoute self = new CancelRoute(requests);
        return Route.of("DELETE", TEMPLATE, LocksDialect.DIALECT, "cancelWait", self::handle)
                .needs(Role.LOCK_BREAKER)
                .withBodyMaxBytes(BreakReason.BODY_BYTES_MAX);
    }

    private void handle(Exchange exchange) {
        ResourceName name = ResourcePath.of(exchange);
        if (name == null) {
            return;
        }
        long id = ResourcePath.number(exchange);
        if (id <= 0) {
            exchange.refuse(Problem.BAD_REQUEST, "the id must be a positive integer");
            return;
        }
        String reason = BreakReason.required(exchange);
        if (reason != null) {
            requests.submit(
                    exchange,
                    "",
                    new ResourceCommand.CancelWait(name, id, reason),
                    outcome -> answer(exchange, id, outcome));
        }
    }

    private static void answer(Exchange exchange, long id, ResourceOutcome.CancelWait outcome) {
        switch (outcome) {
            case Outcome.Done _ -> exchange.replyEmpty(204);
            case Outcome.NotHeld _ ->
                exchange.reply(
                        404,
                        ErrorShape.json(
                                "not_queued", "the resource has no waiter with the id " + id));
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }
}
