package io.holdfast.server.resources;

import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.ResourceOutcome;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Breaks a grant of any API. The fence in the path identifies one grant, so that a repeated or late
 * request never ends a later grant of the same resource.
 */
public final class BreakRoute {

    private static final String TEMPLATE = "/v1/resources/{api}/{key}/holders/{fence}";
    /** The digest of a UUID. The UUID itself must not reach the audit log. */
    private static final Pattern POOL = Pattern.compile("[A-Za-z0-9_-]{22}");

    private static final String APIS =
            Arrays.stream(Space.values()).map(BreakRoute::text).collect(Collectors.joining(", "));

    private final Requests requests;

    private BreakRoute(Requests requests) {
        this.requests = requests;
    }

    public static Route of(Requests requests) {
        BreakRoute self = new BreakRoute(requests);
        return Route.of("DELETE", TEMPLATE, LocksDialect.DIALECT, "breakGrant", self::handle)
                .needs(Role.LOCK_BREAKER)
                .withBodyMaxBytes(BreakReason.BODY_BYTES_MAX);
    }

    private void handle(Exchange exchange) {
        Space space = space(exchange.pathParameter(0));
        if (space == null) {
            exchange.refuse(
                    Problem.NOT_FOUND,
                    "unknown API \"" + exchange.pathParameter(0) + "\"; expected one of " + APIS);
            return;
        }
        if (space == Space.POOLS && !POOL.matcher(exchange.pathParameter(1)).matches()) {
            exchange.refuse(
                    Problem.BAD_REQUEST,
                    "a pool is named by the Holdfast-Resource header of GET /l/{id}, not by its"
                            + " UUID");
            return;
        }
        long fence = fence(exchange.pathParameter(2));
        if (fence <= 0) {
            exchange.refuse(Problem.BAD_REQUEST, "the fence must be a positive integer");
            return;
        }
        String reason = BreakReason.of(exchange);
        if (reason == null) {
            exchange.refuse(
                    Problem.BAD_REQUEST,
                    "a reason is required: ?reason=TEXT or {\"reason\": TEXT}, at most "
                            + BreakReason.CHARACTERS_MAX + " characters on one line");
            return;
        }
        ResourceName name =
                new ResourceName(exchange.actor().tenant(), space, exchange.pathParameter(1));
        requests.submit(
                exchange,
                "",
                new ResourceCommand.Break(name, fence, reason),
                outcome -> answer(exchange, fence, outcome));
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

    private static @Nullable Space space(String api) {
        for (Space space : Space.values()) {
            if (text(space).equals(api)) {
                return space;
            }
        }
        return null;
    }

    private static String text(Space space) {
        return space.name().toLowerCase(Locale.ROOT);
    }

    private static long fence(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
