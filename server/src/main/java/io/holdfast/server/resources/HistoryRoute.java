package io.holdfast.server.resources;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer.PastPage;
import io.holdfast.core.query.ResourceAnswer.PastRow;
import io.holdfast.core.query.ResourceFilter;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;
import io.holdfast.server.resources.ResourceQuery.BadQuery;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists past grants of all APIs: who held what, when, for how long, and why it ended. */
final class HistoryRoute {

    /** A page ends early after this many reads, each of which visits at most 1,000 rows. */
    private static final int READS_MAX = 10;

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
            new Listing(
                            exchange,
                            ResourceQuery.filter(exchange, null),
                            period(exchange),
                            ResourceQuery.limit(exchange.query("limit")))
                    .read(after(exchange.query("after")));
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

    /** A list in progress. */
    private final class Listing {
        private final Exchange exchange;
        private final ResourceFilter filter;
        private final Query.Period period;
        private final int limit;
        private final List<PastRow> found = new ArrayList<>();
        private int reads;

        Listing(Exchange exchange, ResourceFilter filter, Query.Period period, int limit) {
            this.exchange = exchange;
            this.filter = filter;
            this.period = period;
            this.limit = limit;
        }

        void read(long after) {
            requests.read(exchange, query(after), this::add);
        }

        private Query.ListHistory query(long after) {
            return new Query.ListHistory(
                    exchange.actor().tenant(), filter, period, after, limit - found.size());
        }

        private void add(PastPage page, ReadPoint point) {
            found.addAll(page.rows());
            reads++;
            if (page.next() == Query.END || found.size() >= limit || reads == READS_MAX) {
                finish(page.next(), point);
            } else if (exchange.isOpen()) {
                requests.readOn(exchange, query(page.next()), point, this::add);
            }
        }

        private void finish(long next, ReadPoint point) {
            List<Part> parts = new ArrayList<>(found.size() + 2);
            parts.add(json -> {
                json.writeStartObject();
                json.writeArrayFieldStart("grants");
            });
            found.forEach(row -> parts.add(json -> ResourceJson.past(json, row)));
            parts.add(json -> end(json, next));
            requests.reply(exchange, ResourceJson.FACTORY, point, parts, null);
        }

        private static void end(JsonGenerator json, long next) throws IOException {
            json.writeEndArray();
            if (next != Query.END) {
                json.writeStringField("next", Long.toString(next));
            }
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }
}
