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

/**
 * Breaks a grant of any API. The fence in the path identifies one grant, so that a repeated or late
 * request never ends a later grant of the same resource.
 */
final class BreakRoute {

    private static final String TEMPLATE = "/v1/resources/{api}/{key}/holders/{fence}";

    private final Requests requests;

    private BreakRoute(Requests requests) {
        this.requests = requests;
    }

    static Route of(Requests requests) {
        BreakRoute self = new BreakRoute(requests);
        return Route.of("DELETE", TEMPLATE, LocksDialect.DIALECT, "breakGrant", self::handle)
                .needs(Role.LOCK_BREAKER)
                .withBodyMaxBytes(BreakReason.BODY_BYTES_MAX);
    }

    private void handle(Exchange exchange) {
        ResourceName name = ResourcePath.of(exchange);
        if (name == null) {
            return;
        }
        long fence = ResourcePath.number(exchange);
        if (fence <= 0) {
            exchange.refuse(Problem.BAD_REQUEST, "the fence must be a positive integer");
            return;
        }
        String reason = BreakReason.required(exchange);
        if (reason != null) {
            requests.submit(
                    exchange,
                    "",
                    new ResourceCommand.Break(name, fence, reason),
                    outcome -> answer(exchange, fence, outcome));
        }
    }

    private static void answer(Exchange exchange, long fence, ResourceOutcome.Break outcome) {
        switch (outcome) {
            case Outcome.Done _ -> exchange.replyEmpty(204);
            case Outcome.NotHeld _ ->
                exchange.reply(
                        404,
                        ErrorShape.json(
                                "not_held", "the resource has no holder with the fence " + fence));
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }
}
