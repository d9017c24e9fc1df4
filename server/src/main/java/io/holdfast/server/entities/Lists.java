package io.holdfast.server.entities;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.EntityType;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.JsonSteps.Step;
import io.holdfast.server.entities.Store.Request;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;
import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists of the entities API: {@code {"items": [...]}}, read in pages and streamed. A list of
 * several pages is not a consistent snapshot, but an element that exists throughout appears exactly
 * once.
 */
final class Lists {

    private final EntityCalls calls;

    Lists(EntityCalls calls) {
        this.calls = calls;
    }

    void entities(
            Exchange exchange,
            EntityType type,
            BiFunction<EntityAnswer.Entity, Boolean, Object> view) {
        reply(exchange, entities(exchange.actor().tenant(), type, 0, view));
    }

    private static Step<EntityAnswer.Listed> entities(
            String tenant,
            EntityType type,
            long after,
            BiFunction<EntityAnswer.Entity, Boolean, Object> view) {
        return new Step<>(new Query.ListEntities(tenant, type, after), (page, parts) -> {
            boolean last = page.last() == Query.END;
            add(
                    parts,
                    page.entities(),
                    entity -> view.apply(entity, page.enabled()),
                    after == 0,
                    last);
            return last ? null : entities(tenant, type, page.last(), view);
        });
    }

    void faults(Exchange exchange) {
        reply(exchange, faults(exchange.actor().tenant(), EntityAnswer.Place.START));
    }

    private static Step<EntityAnswer.Items> faults(String tenant, EntityAnswer.Place from) {
        return new Step<>(new Query.ListFaults(tenant, from), (page, parts) -> {
            EntityAnswer.Place next = page.next();
            boolean first = from.equals(EntityAnswer.Place.START);
            add(parts, page.items(), Faults::json, first, next == null);
            return next == null ? null : faults(tenant, next);
        });
    }

    /** Lists the items whose keys have the prefix. */
    void items(Request request, String prefix, Function<EntityAnswer.Item, Object> view) {
        reply(request.exchange(), items(request, prefix, "", view));
    }

    private static Step<EntityAnswer.Items> items(
            Request request,
            String prefix,
            String after,
            Function<EntityAnswer.Item, Object> view) {
        Target target = request.target();
        Query<EntityAnswer.Items> query = new Query.FindItems(
                target.tenant(),
                target.type(),
                target.id(),
                request.collection(),
                prefix,
                false,
                after);
        boolean first = after.isEmpty();
        return new Step<>(query, (page, parts) -> {
            if (first && refused(request, page.known(), page.actual())) {
                return null;
            }
            EntityAnswer.Place next = page.next();
            add(parts, page.items(), view, first, next == null);
            return next == null ? null : items(request, prefix, next.key(), view);
        });
    }

    /** Lists the first segments of all keys. */
    void names(Request request, Function<String, Object> view) {
        reply(request.exchange(), names(request, "", view));
    }

    private static Step<EntityAnswer.ItemNames> names(
            Request request, String after, Function<String, Object> view) {
        Target target = request.target();
        Query<EntityAnswer.ItemNames> query = new Query.ListItemNames(
                target.tenant(), target.type(), target.id(), request.collection(), after);
        boolean first = after.isEmpty();
        return new Step<>(query, (page, parts) -> {
            if (first && refused(request, page.known(), page.actual())) {
                return null;
            }
            String next = page.next();
            add(parts, page.names(), view, first, next == null);
            return next == null ? null : names(request, next, view);
        });
    }

    private static boolean refused(Request request, boolean known, @Nullable EntityType actual) {
        Target target = request.target();
        EntityError unknown =
                known ? null : EntityError.ofEntity(target.type(), target.id(), actual);
        if (unknown != null) {
            unknown.reply(request.exchange());
        }
        return unknown != null;
    }

    private void reply(Exchange exchange, Step<?> first) {
        calls.requests.reply(exchange, JsonValues.FACTORY, first);
    }

    /** Adds a page to a list, with the opening before the first page and the end after the last. */
    private static <T> void add(
            Consumer<Part> parts,
            List<T> rows,
            Function<T, Object> view,
            boolean first,
            boolean last) {
        if (first) {
            parts.accept(Lists::begin);
        }
        rows.forEach(row -> parts.accept(json -> JsonValues.write(json, view.apply(row))));
        if (last) {
            parts.accept(Lists::end);
        }
    }

    private static void begin(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("items");
    }

    private static void end(JsonGenerator json) throws IOException {
        json.writeEndArray();
        json.writeEndObject();
        json.writeRaw('\n');
    }
}
