package io.holdfast.server.claims;

import io.holdfast.core.event.Event;
import io.holdfast.log.Clock;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Origins;
import io.holdfast.server.http.Route;

import java.util.List;

/** Defines the routes of the claims API. */
public final class ClaimsDialect {

    public static final Dialect DIALECT =
            new Dialect("claims", ClaimErrors::of, ClaimErrors::shared);

    static final String PATH = "/v1/claims/";

    /** Maximum size of a body without the user data: a resource, a ttl, and whitespace. */
    private static final int REST_BYTES_MAX = 16 << 10;

    private final ClaimHandlers handlers;
    private final ClaimLists lists;
    private final Watches watches;
    private final int bodyBytesMax;

    public ClaimsDialect(Requests requests, Clock clock, Origins origins, int dataBytesMax) {
        this.watches = new Watches(requests, clock);
        this.handlers = new ClaimHandlers(requests, origins, watches, dataBytesMax);
        this.lists = new ClaimLists(requests, origins);
        // An encoder that writes only ASCII turns two bytes into six.
        this.bodyBytesMax = Math.min(3 * dataBytesMax + REST_BYTES_MAX, ClaimBody.LENGTH_MAX);
    }

    /** The routes of one path have the order of its {@code Allow} header. */
    public List<Route> routes() {
        String one = PATH + "{id}/";
        return List.of(
                route(Role.READER, "GET", PATH, "listClaims", lists),
                route(Role.USER, "POST", PATH, "createClaim", handlers::create),
                route(
                        Role.READER,
                        "OPTIONS",
                        PATH,
                        "optionsOfClaims",
                        options("GET, HEAD, POST, OPTIONS")),
                route(Role.READER, "GET", one, "getClaim", handlers::find),
                route(Role.USER, "PATCH", one, "updateClaim", handlers::change),
                route(
                        Role.READER,
                        "OPTIONS",
                        one,
                        "optionsOfClaim",
                        options("GET, HEAD, PATCH, OPTIONS")));
    }

    /** Receives events on the engine's lane and notifies watches. */
    public void happened(List<Event> events) {
        watches.happened(events);
    }

    /** Returns the number of requests that wait for a claim to change. */
    public int watching() {
        return watches.size();
    }

    /** Answers all watches with the current state, because the server is stopping. */
    public void drain() {
        watches.end();
    }

    private static Handler options(String allow) {
        return exchange -> exchange.header("Allow", allow).replyEmpty(200);
    }

    private Route route(
            Role role, String method, String template, String operationId, Handler handler) {
        return Route.of(method, template, DIALECT, operationId, handler)
                .needs(role)
                .withBodyMaxBytes(bodyBytesMax)
                .withLenientSlashes();
    }
}
