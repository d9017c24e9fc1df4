package io.holdfast.server.entities;

import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.ControlCharacters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handles the items of entities. Reads are never refused for a lock. Every other request is one
 * command, which checks the lock and changes the item.
 */
final class Store {

    private final EntityCalls calls;
    private final Lists lists;
    private final StoreReads reads;
    private final StoreWrites writes;

    Store(EntityCalls calls) {
        this.calls = calls;
        this.lists = new Lists(calls);
        this.reads = new StoreReads(calls, lists);
        this.writes = new StoreWrites(calls);
    }

    /** A request for an item or a collection of an entity. */
    record Request(
            Exchange exchange, Target target, EntityCollection collection, List<String> path) {

        int depth() {
            return path.size();
        }

        String key() {
            return String.join("/", path);
        }

        /** Returns whether the path is {@code x/executions} or names one execution below it. */
        boolean isExecutions() {
            return path.size() > 1 && path.get(1).equals("executions");
        }

        /** Returns the path of an item in the collection. */
        String href(String key) {
            StringBuilder href = new StringBuilder(target.path());
            href.append('/').append(collection.text());
            for (String segment : key.split("/", -1)) {
                href.append('/').append(Segments.encode(segment));
            }
            return href.toString();
        }
    }

    void handle(Exchange exchange) {
        Target target = Target.of(exchange, true);
        EntityCollection collection = EntityCollection.named(exchange.pathParameter(2));
        if (target == null || collection == null) {
            EntityError.unrouted(exchange).reply(exchange);
            return;
        }
        EntityError id = target.idFault();
        if (id != null) {
            id.reply(exchange);
            return;
        }
        Request request = new Request(exchange, target, collection, Segments.below(exchange));
        if (ControlCharacters.in(request.key())) {
            EntityError.invalid(
                            "Invalid item id", "an item's id must not contain control characters")
                    .reply(exchange);
            return;
        }
        boolean served = exchange.method().equals("GET") || exchange.method().equals("HEAD")
                ? reads.serve(request)
                : writes.serve(request);
        if (!served) {
            EntityError.unrouted(exchange).reply(exchange);
        }
    }

    void allFaults(Exchange exchange) {
        lists.faults(exchange);
    }

    /** Clears the faults that the client may clear and reports nothing about the others. */
    void clearAllFaults(Exchange exchange) {
        calls.submit(
                exchange,
                new EntitiesCommand.ClearFaults(exchange.actor().tenant(), ClientIds.of(exchange)),
                outcome -> {
                    switch (outcome) {
                        case Outcome.Done _ ->
                            exchange.header("X-Medkit-Local-Only", "true").replyEmpty(204);
                        case Outcome.Shared shared -> Requests.refuse(exchange, shared);
                    }
                });
    }

    /** Submits a change. */
    static void write(EntityCalls calls, Request request, Change change, Runnable done) {
        Target target = request.target();
        calls.submit(
                request.exchange(),
                new EntitiesCommand.Write(
                        target.tenant(),
                        target.type(),
                        target.id(),
                        ClientIds.of(request.exchange()),
                        request.collection(),
                        change),
                outcome -> written(request, outcome, done));
    }

    private static void written(Request request, EntitiesOutcome.Write outcome, Runnable done) {
        Target target = request.target();
        Exchange exchange = request.exchange();
        switch (outcome) {
            case Outcome.Done _ -> done.run();
            case Outcome.EntityMissing missing ->
                EntityError.missing(target, missing).reply(exchange);
            case Outcome.EntityWriteRefused refused ->
                EntityError.ofWrite(target.id(), request.collection(), request.key(), refused)
                        .reply(exchange);
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    /** Rejects a body. An unknown entity or a conflicting lock is reported first. */
    static void refuseAfterCheck(EntityCalls calls, Request request, EntityError fault) {
        Target target = request.target();
        calls.find(request.exchange(), target, found -> {
            EntityError entity = EntityError.ofEntity(target.type(), target.id(), found.actual());
            if (entity != null) {
                entity.reply(request.exchange());
                return;
            }
            calls.check(request.exchange(), target, request.collection(), checked -> {
                EntityError locked = locked(request, checked);
                (locked != null ? locked : fault).reply(request.exchange());
            });
        });
    }

    private static @Nullable EntityError locked(Request request, EntityAnswer.Checked checked) {
        return checked.refused() == null
                ? null
                : EntityError.ofWrite(
                        request.target().id(),
                        request.collection(),
                        request.key(),
                        checked.refused());
    }
}
