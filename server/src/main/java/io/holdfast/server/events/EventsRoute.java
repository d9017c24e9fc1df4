package io.holdfast.server.events;

import io.holdfast.core.value.Space;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.ApiNames;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.locks.LocksDialect;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/events}: the events of the caller's tenant, as server-sent events. */
public final class EventsRoute {

    private final EventBuffer buffer;

    private EventsRoute(EventBuffer buffer) {
        this.buffer = buffer;
    }

    public static Route of(EventBuffer buffer) {
        EventsRoute self = new EventsRoute(buffer);
        return Route.of("GET", "/v1/events", LocksDialect.DIALECT, "followEvents", self::handle)
                .needs(Role.READER);
    }

    private void handle(Exchange exchange) {
        String api = exchange.query("api");
        Space space = api == null ? null : ApiNames.find(api);
        if (api != null && space == null) {
            exchange.refuse(Problem.BAD_REQUEST, ApiNames.unknown(api));
            return;
        }
        Set<EventKind> kinds = kinds(exchange.query("kind"));
        if (kinds == null) {
            exchange.refuse(
                    Problem.BAD_REQUEST, "kind must be a list of these names: " + EventKind.NAMES);
            return;
        }
        String sent = exchange.header("Last-Event-ID");
        EventId last = sent == null ? null : EventId.of(sent);
        if (sent != null && last == null) {
            exchange.refuse(Problem.BAD_REQUEST, "Last-Event-ID must be the id of an event");
            return;
        }
        String prefix = exchange.query("prefix");
        EventFilter filter = new EventFilter(
                exchange.actor().tenant(),
                space,
                prefix == null ? "" : prefix,
                kinds,
                exchange.query("owner"));
        exchange.header("Cache-Control", "no-store");
        if (exchange.method().equals("HEAD")) {
            // Its reply has no body, so there is nothing to follow.
            exchange.reply(200, "text/event-stream", new byte[0]);
            return;
        }
        new EventStream(buffer, filter, exchange).begin(last);
    }

    /** Returns null if a name is unknown. */
    private static @Nullable Set<EventKind> kinds(@Nullable String text) {
        Set<EventKind> kinds = EnumSet.noneOf(EventKind.class);
        if (text != null) {
            for (String name : text.split(",", -1)) {
                EventKind kind = EventKind.of(name);
                if (kind == null) {
                    return null;
                }
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
