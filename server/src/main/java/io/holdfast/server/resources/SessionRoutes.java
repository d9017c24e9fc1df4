package io.holdfast.server.resources;

import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.SessionOutcome;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.SessionView;
import io.holdfast.core.value.SessionId;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows an admin the sessions of the tenant, and ends them. A session is named by its number, which
 * is not a secret; its id never leaves the server here.
 */
final class SessionRoutes {

    private static final String PATH = "/v1/admin/sessions";
    private static final String ONE = PATH + "/{number}";

    private final Requests requests;
    private final AdminActions actions;

    private SessionRoutes(Requests requests, AdminActions actions) {
        this.requests = requests;
        this.actions = actions;
    }

    static List<Route> of(Requests requests, AdminActions actions) {
        SessionRoutes self = new SessionRoutes(requests, actions);
        return List.of(
                route("GET", PATH, "listSessions", self::list),
                route("GET", ONE, "getSession", self::show),
                route("DELETE", ONE, "endSession", self::end)
                        .withBodyMaxBytes(BreakReason.BODY_BYTES_MAX));
    }

    private static Route route(String method, String path, String operation, Handler handler) {
        return Route.of(method, path, LocksDialect.DIALECT, operation, handler).needs(Role.ADMIN);
    }

    private void list(Exchange exchange) {
        String after = exchange.query("after");
        long place = after == null ? 0 : number(after);
        if (place < 0) {
            exchange.refuse(
                    Problem.BAD_REQUEST, "after must be the value of \"next\" of the page before");
            return;
        }
        try {
            new Sessions(exchange, ResourceQuery.limit(exchange.query("limit"))).begin(place);
        } catch (ResourceQuery.BadQuery e) {
            exchange.refuse(Problem.BAD_REQUEST, e.getMessage());
        }
    }

    /** A list in progress. */
    private final class Sessions extends PagedList<SessionView.Page, Long> {

        Sessions(Exchange exchange, int limit) {
            super(requests, exchange, "sessions", limit);
        }

        @Override
        Query<SessionView.Page> query(Long after, int max) {
            return new Query.ListSessions(
                    exchange.actor().tenant(), exchange.query("owner"), after, max);
        }

        @Override
        List<Part> rows(SessionView.Page page) {
            List<Part> rows = new ArrayList<>();
            page.sessions().forEach(row -> rows.add(json -> SessionJson.write(json, row)));
            return rows;
        }

        @Override
        @Nullable
        Long next(SessionView.Page page) {
            return page.last() == Query.END ? null : page.last();
        }

        @Override
        String text(Long next) {
            return next.toString();
        }
    }

    private void show(Exchange exchange) {
        long number = number(exchange.pathParameter(0));
        requests.read(
                exchange,
                new Query.ShowSession(exchange.actor().tenant(), number),
                (found, point) -> {
                    if (found == null) {
                        unknown(exchange);
                    } else {
                        reply(exchange, found, point);
                    }
                });
    }

    private void reply(Exchange exchange, SessionView found, ReadPoint point) {
        Part part = json -> {
            SessionJson.write(json, found);
            json.writeRaw('\n');
        };
        requests.reply(exchange, ResourceJson.FACTORY, point, List.of(part), null);
    }

    /** Finds the session's id and closes the session with it. No other session gets that id. */
    private void end(Exchange exchange) {
        String reason = actions.reason(exchange);
        if (reason != null) {
            long number = number(exchange.pathParameter(0));
            requests.readLatest(
                    exchange,
                    new Query.FindSessionId(exchange.actor().tenant(), number),
                    (id, point) -> end(exchange, number, id, reason));
        }
    }

    private void end(Exchange exchange, long number, @Nullable SessionId id, String reason) {
        if (id == null) {
            ended(exchange, number, reason, LockRefusal.SESSION_GONE.outcome());
        } else {
            requests.submitWithoutKey(
                    exchange,
                    exchange.actor(),
                    new SessionCommand.Close(id),
                    outcome -> ended(exchange, number, reason, outcome));
        }
    }

    private void ended(
            Exchange exchange, long number, String reason, SessionOutcome.Change outcome) {
        actions.finished(exchange, "end-session", "session " + number, outcome, reason);
        switch (outcome) {
            case Outcome.Done _ -> exchange.replyEmpty(204);
            case Outcome.LockRefused _ -> unknown(exchange);
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    private static void unknown(Exchange exchange) {
        exchange.refuse(
                Problem.NOT_FOUND,
                "no session has the number \"" + exchange.pathParameter(0) + "\"");
    }

    /** Returns -1, which no session has, if the text is not a number. */
    private static long number(String text) {
        try {
            return Math.max(-1, Long.parseLong(text));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
