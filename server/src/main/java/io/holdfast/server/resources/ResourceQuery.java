package io.holdfast.server.resources;

import io.holdfast.core.query.ResourceAnswer.Order;
import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.core.query.ResourceAnswer.Use;
import io.holdfast.core.query.ResourceFilter;
import io.holdfast.core.value.Space;
import io.holdfast.server.edge.ApiNames;
import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/**
 * The query of {@code GET /v1/resources}.
 *
 * @param limit the number of resources on a page
 */
record ResourceQuery(ResourceFilter filter, Order order, Place after, int limit) {

    static final int LIMIT_DEFAULT = 100;
    static final int LIMIT_MAX = 1_000;

    /** A query that cannot be read; the message says why. */
    static final class BadQuery extends Exception {

        private static final long serialVersionUID = 1L;

        BadQuery(String message) {
            super(message);
        }
    }

    static ResourceQuery of(Exchange exchange) throws BadQuery {
        return new ResourceQuery(
                filter(exchange, use(exchange.query("state"))),
                order(exchange.query("sort")),
                place(exchange.query("after")),
                limit(exchange.query("limit")));
    }

    static ResourceFilter filter(Exchange exchange, @Nullable Use use) throws BadQuery {
        String api = exchange.query("api");
        Space space = api == null ? null : ApiNames.find(api);
        if (api != null && space == null) {
            throw new BadQuery(ApiNames.unknown(api));
        }
        String prefix = exchange.query("prefix");
        return new ResourceFilter(
                space, prefix == null ? "" : prefix, use, exchange.query("owner"));
    }

    private static @Nullable Use use(@Nullable String state) throws BadQuery {
        return switch (state) {
            case null -> null;
            case "held" -> Use.HELD;
            case "waiting" -> Use.WAITED_FOR;
            case "idle" -> Use.IDLE;
            default -> throw new BadQuery("state must be held, waiting or idle");
        };
    }

    private static Order order(@Nullable String sort) throws BadQuery {
        return switch (sort) {
            case null -> Order.AGE;
            case "age" -> Order.AGE;
            case "wait" -> Order.WAIT;
            case "queue" -> Order.QUEUE;
            default -> throw new BadQuery("sort must be age, wait or queue");
        };
    }

    /** Returns how many rows a page of any list has. */
    static int limit(@Nullable String text) throws BadQuery {
        if (text == null) {
            return LIMIT_DEFAULT;
        }
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= LIMIT_MAX) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // The message below says what is expected.
        }
        throw new BadQuery("limit must be a number from 1 to " + LIMIT_MAX);
    }

    /** Returns the text for {@code after} that continues at the place. */
    static String text(Place place) {
        return place.major() + "." + place.minor();
    }

    private static Place place(@Nullable String text) throws BadQuery {
        if (text == null) {
            return Place.START;
        }
        int dot = text.indexOf('.');
        try {
            if (dot > 0) {
                return new Place(
                        Long.parseLong(text, 0, dot, 10),
                        Long.parseLong(text, dot + 1, text.length(), 10));
            }
        } catch (NumberFormatException e) {
            // The message below says what is expected.
        }
        throw new BadQuery("after must be the value of \"next\" of the page before");
    }
}
