package io.holdfast.server.resources;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.query.ResourceAnswer.Page;
import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.core.query.ResourceAnswer.Row;
import io.holdfast.core.value.ResourceName;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.ApiNames;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the resources of all APIs: who holds them, who waits for them, in which order. */
public final class ResourceRoutes {

    private static final String PATH = "/v1/resources";

    /** A page ends early after this many reads, each of which visits at most 1,000 rows. */
    private static final int READS_MAX = 10;

    private final Requests requests;

    private ResourceRoutes(Requests requests) {
        this.requests = requests;
    }

    /** Returns all routes on resources. */
    public static List<Route> of(Requests requests) {
        ResourceRoutes self = new ResourceRoutes(requests);
        return List.of(
                Route.of("GET", PATH, LocksDialect.DIALECT, "listResources", self::list)
                        .needs(Role.READER),
                Route.of(
                                "GET",
                                PATH + "/{api}/{key}",
                                LocksDialect.DIALECT,
                                "getResource",
                                self::show)
                        .needs(Role.READER),
                HistoryRoute.of(requests),
                BreakRoute.of(requests),
                CancelRoute.of(requests));
    }

    private void show(Exchange exchange) {
        ResourceName name = ResourcePath.of(exchange);
        if (name != null) {
            requests.read(exchange, new Query.FindResource(name), (found, point) -> {
                if (found == null) {
                    exchange.refuse(
                            Problem.NOT_FOUND,
                            "no resource \"" + name.key() + "\" of " + ApiNames.of(name.space())
                                    + " is in use");
                } else {
                    reply(exchange, point, found);
                }
            });
        }
    }

    private void reply(Exchange exchange, ReadPoint point, ResourceAnswer found) {
        requests.reply(
                exchange,
                ResourceJson.FACTORY,
                point,
                List.of(json -> ResourceJson.whole(json, found)),
                null);
    }

    private void list(Exchange exchange) {
        try {
            ResourceQuery query = ResourceQuery.of(exchange);
            new Listing(exchange, query).begin();
        } catch (ResourceQuery.BadQuery e) {
            exchange.refuse(Problem.BAD_REQUEST, e.getMessage());
        }
    }

    /** A list in progress. */
    private final class Listing {
        private final Exchange exchange;
        private final ResourceQuery query;
        private final List<Row> found = new ArrayList<>();
        private int reads;

        Listing(Exchange exchange, ResourceQuery query) {
            this.exchange = exchange;
            this.query = query;
        }

        void begin() {
            requests.read(exchange, query(query.after()), this::add);
        }

        private Query.ListResources query(Place after) {
            return new Query.ListResources(
                    exchange.actor().tenant(),
                    query.filter(),
                    query.order(),
                    after,
                    query.limit() - found.size());
        }

        private void add(Page page, ReadPoint point) {
            found.addAll(page.rows());
            reads++;
            Place next = page.next();
            if (next == null || found.size() == query.limit() || reads == READS_MAX) {
                finish(next, point);
            } else if (exchange.isOpen()) {
                requests.readOn(exchange, query(next), point, this::add);
            }
        }

        private void finish(@Nullable Place next, ReadPoint point) {
            List<Part> parts = new ArrayList<>(found.size() + 2);
            parts.add(json -> {
                json.writeStartObject();
                json.writeArrayFieldStart("resources");
            });
            found.forEach(row -> parts.add(json -> ResourceJson.row(json, row)));
            parts.add(json -> end(json, next));
            requests.reply(exchange, ResourceJson.FACTORY, point, parts, null);
        }

        private static void end(JsonGenerator json, @Nullable Place next) throws IOException {
            json.writeEndArray();
            if (next != null) {
                json.writeStringField("next", ResourceQuery.text(next));
            }
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }
}
