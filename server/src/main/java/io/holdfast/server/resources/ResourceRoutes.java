package io.holdfast.server.resources;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.query.ResourceAnswer.Page;
import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.core.value.ResourceName;
import io.holdfast.server.audit.Audit;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.ApiNames;
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

/** Shows the resources of all APIs: who holds them, who waits for them, in which order. */
public final class ResourceRoutes {

    private static final String PATH = "/v1/resources";

    private final Requests requests;

    private ResourceRoutes(Requests requests) {
        this.requests = requests;
    }

    /** Returns all routes of this package. */
    public static List<Route> of(Requests requests, Audit audit) {
        ResourceRoutes self = new ResourceRoutes(requests);
        AdminActions actions = new AdminActions(audit);
        List<Route> routes = new ArrayList<>();
        routes.add(route(PATH, "listResources", self::list));
        routes.add(route(PATH + "/{api}/{key}", "getResource", self::show));
        routes.add(HistoryRoute.of(requests));
        routes.addAll(EndRoutes.of(requests));
        routes.addAll(SessionRoutes.of(requests, actions));
        routes.add(OwnerRoute.of(requests, actions));
        return routes;
    }

    private static Route route(String path, String operation, Handler handler) {
        return Route.of("GET", path, LocksDialect.DIALECT, operation, handler).needs(Role.READER);
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
            new Resources(exchange, query).begin(query.after());
        } catch (ResourceQuery.BadQuery e) {
            exchange.refuse(Problem.BAD_REQUEST, e.getMessage());
        }
    }

    /** A list in progress. */
    private final class Resources extends PagedList<Page, Place> {
        private final ResourceQuery query;

        Resources(Exchange exchange, ResourceQuery query) {
            super(requests, exchange, "resources", query.limit());
            this.query = query;
        }

        @Override
        Query<Page> query(Place after, int max) {
            return new Query.ListResources(
                    exchange.actor().tenant(), query.filter(), query.order(), after, max);
        }

        @Override
        List<Part> rows(Page page) {
            List<Part> rows = new ArrayList<>();
            page.rows().forEach(row -> rows.add(json -> ResourceJson.row(json, row)));
            return rows;
        }

        @Override
        @Nullable
        Place next(Page page) {
            return page.next();
        }

        @Override
        String text(Place next) {
            return ResourceQuery.text(next);
        }
    }
}
