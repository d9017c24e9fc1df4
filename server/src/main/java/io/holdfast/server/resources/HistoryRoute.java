package io.holdfast.server.resources;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.ResourceAnswer.PastPage;
import io.holdfast.core.query.ResourceFilter;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;
import io.holdfast.server.resources.ResourceQuery.BadQuery;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists past grants and waits of all APIs: who held or wanted what, when, and why it ended. */
final class HistoryRoute {

    private final Requests requests;

    private HistoryRoute(Requests requests) {
        this.requests = requests;
    }

    static Route of(Requests requests) {
        HistoryRoute self = new HistoryRoute(requests);
        return Route.of("GET", "/v1/history", LocksDialect.DIALECT, "listHistory", self::list)
                .needs(Role.READER);
    }

    private void list(Exchange exchange) {
        try {
            Uses uses = new Uses(
                    exchange,
                    ResourceQuery.filter(exchange, null),
                    period(exchange),
                    ResourceQuery.limit(exchange.query("limit")));
            uses.begin(after(exchange.query("after")));
        } catch (BadQuery e) {
            exchange.refuse(Problem.BAD_REQUEST, e.getMessage());
        }
    }

    private static Query.Period period(Exchange exchange) throws BadQuery {
        String at = exchange.query("at");
        String from = exchange.query("from");
        String to = exchange.query("to");
        if (at != null && (from != null || to != null)) {
            throw new BadQuery("at excludes from and to");
        }
        Query.Period all = Query.Period.ALL;
        Query.Period period = at == null
                ? new Query.Period(
                        millis("from", from, all.fromMillis()), millis("to", to, all.toMillis()))
                : new Query.Period(millis("at", at, 0), millis("at", at, 0));
        if (period.fromMillis() > period.toMillis()) {
            throw new BadQuery("from must not be later than to");
        }
        return period;
    }

    private static long millis(String name, @Nullable String text, long missing) throws BadQuery {
        if (text == null) {
            return missing;
        }
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new BadQuery(name + " must be a time such as 2026-11-16T14:02:00Z");
        }
    }

    private static long after(@Nullable String text) throws BadQuery {
        try {
            return text == null ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new BadQuery("after must be the value of \"next\" of the page before");
        }
    }

    /** A list in progress. A page ends with the whole history of a resource. */
    private final class Uses extends PagedList<PastPage, Long> {
        private final ResourceFilter filter;
        private final Query.Period period;

        Uses(Exchange exchange, ResourceFilter filter, Query.Period period, int limit) {
            super(requests, exchange, "history", limit);
            this.filter = filter;
            this.period = period;
        }

        @Override
        Query<PastPage> query(Long after, int max) {
            return new Query.ListHistory(exchange.actor().tenant(), filter, period, after, max);
        }

        @Override
        List<Part> rows(PastPage page) {
            List<Part> rows = new ArrayList<>();
            page.rows().forEach(row -> rows.add(json -> ResourceJson.past(json, row)));
            return rows;
        }

        @Override
        @Nullable
        Long next(PastPage page) {
            return page.next() == Query.END ? null : page.next();
        }

        @Override
        String text(Long next) {
            return next.toString();
        }
    }
}
