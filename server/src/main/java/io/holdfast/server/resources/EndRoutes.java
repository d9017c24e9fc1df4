package io.holdfast.server.resources;

import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.ResourceOutcome;
import io.holdfast.core.value.ResourceName;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;

import java.util.List;

/**
 * Ends a grant or a wait of any API for an operator. The number in the path, a fence or the id of a
 * waiter, is never used again, so a repeated or late request never ends a later grant or wait.
 */
final class EndRoutes {

    private static final String RESOURCE = "/v1/resources/{api}/{key}";

    private final Requests requests;

    private EndRoutes(Requests requests) {
        this.requests = requests;
    }

    static List<Route> of(Requests requests) {
        EndRoutes self = new EndRoutes(requests);
        return List.of(
                route("/holders/{fence}", "breakGrant", self::breakGrant),
                route("/waiters/{id}", "cancelWait", self::cancelWait));
    }

    private static Route route(String path, String operation, Handler handler) {
        return Route.of("DELETE", RESOURCE + path, LocksDialect.DIALECT, operation, handler)
                .needs(Role.LOCK_BREAKER)
                .withBodyMaxBytes(BreakReason.BODY_BYTES_MAX);
    }

    /** Receives the parts of a valid request. */
    @FunctionalInterface
    private interface Action {
        void end(ResourceName name, long number, String reason);
    }

    private void breakGrant(Exchange exchange) {
        read(
                exchange,
                "fence",
                (name, fence, reason) -> requests.submit(
                        exchange,
                        "",
                        new ResourceCommand.Break(name, fence, reason),
                        outcome -> broken(exchange, fence, outcome)));
    }

    private void cancelWait(Exchange exchange) {
        read(
                exchange,
                "id",
                (name, id, reason) -> requests.submit(
                        exchange,
                        "",
                        new ResourceCommand.CancelWait(name, id, reason),
                        outcome -> cancelled(exchange, id, outcome)));
    }

    private static void read(Exchange exchange, String number, Action action) {
        ResourceName name = ResourcePath.of(exchange);
        if (name == null) {
            return;
        }
        long given = ResourcePath.number(exchange);
        if (given <= 0) {
            exchange.refuse(Problem.BAD_REQUEST, "the " + number + " must be a positive integer");
            return;
        }
        String reason = BreakReason.required(exchange);
        if (reason != null) {
            action.end(name, given, reason);
        }
    }

    private static void broken(Exchange exchange, long fence, ResourceOutcome.Break outcome) {
        switch (outcome) {
            case Outcome.Done _ -> exchange.replyEmpty(204);
            case Outcome.NotHeld _ ->
                missing(exchange, "not_held", "the resource has no holder with the fence " + fence);
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    private static void cancelled(Exchange exchange, long id, ResourceOutcome.CancelWait outcome) {
        switch (outcome) {
            case Outcome.Done _ -> exchange.replyEmpty(204);
            case Outcome.NotHeld _ ->
                missing(exchange, "not_queued", "the resource has no waiter with the id " + id);
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    private static void missing(Exchange exchange, String error, String detail) {
        exchange.reply(404, ErrorShape.json(error, detail));
    }
}
