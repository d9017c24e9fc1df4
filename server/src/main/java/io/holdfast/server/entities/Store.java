package io.holdfast.server.entities;

import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.EntitiesCommand.Change;
import io.holdfast.core.command.EntityCollection;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.server.edge.ControlCharacters;
import io.holdfast.server.http.Exchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The items of entities. One table says which path and method does what; reads are never refused,
 * and every other thing is one command, in which the lock is looked at and the item changed.
 */
final class Store {

    private final Desk desk;
    private final Lists lists;
    private final StoreReads reads;
    private final StoreWrites writes;

    Store(Desk desk) {
        this.desk = desk;
        this.lists = new Lists(desk);
        this.reads = new StoreReads(desk, lists);
        this.writes = new StoreWrites(desk);
    }

    /** What of which collection of which entity a request is about. */
    record Request(
            Exchange exchange, Target target, EntityCollection collection, List<String> path) {

        int depth() {
            return path.size();
        }

        String key() {
            return String.join("/", path);
        }

        /** Whether the path is {@code x/executions}, or with the id of one of them. */
        boolean isExecutions() {
            return path.size() > 1 && path.get(1).equals("executions");
        }

        /** The address of something below the collection. */
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

    /** Clears what the client may clear, and says nothing about the rest. */
    void clearAllFaults(Exchange exchange) {
        desk.submit(
                exchange,
                new EntitiesCommand.ClearFaults(exchange.actor().tenant(), ClientIds.of(exchange)),
                done -> exchange.header("X-Medkit-Local-Only", "true").replyEmpty(204),
                refused -> EntityError.UNROUTED);
    }

    /** Has a change decided and made. */
    static void write(Desk desk, Request request, Change change, Runnable done) {
        Target target = request.target();
        desk.submit(
                request.exchange(),
                new EntitiesCommand.Write(
                        target.tenant(),
                        target.type(),
                        target.id(),
                        ClientIds.of(request.exchange()),
                        request.collection(),
                        change),
                outcome -> done.run(),
                refused -> switch (refused.reason()) {
                    case NO_ITEM ->
                        EntityError.noItem(target.id(), request.collection(), request.key());
                    case DISABLED,
                            NO_ENTITY,
                            OTHER_TYPE,
                            NO_LOCK,
                            TOO_LONG,
                            HELD,
                            NOT_BREAKABLE,
                            NOT_OWNER,
                            LOCK_REQUIRED,
                            LOCKED,
                            EXISTS,
                            NO_PARENT,
                            OF_MANIFEST ->
                        EntityError.ofWrite(
                                target.type(), target.id(), request.collection(), refused);
                });
    }

    /** Refuses a body, unless the entity is unknown or a lock is in the way, which come first. */
    static void refuseAfterCheck(Desk desk, Request request, EntityError fault) {
        Target target = request.target();
        desk.find(request.exchange(), target, found -> {
            EntityError entity = EntityError.ofEntity(target.type(), target.id(), found.actual());
            if (entity != null) {
                entity.reply(request.exchange());
                return;
            }
            desk.check(request.exchange(), target, request.collection(), checked -> {
                EntityError locked = locked(request, checked);
                (locked != null ? locked : fault).reply(request.exchange());
            });
        });
    }

    private static @Nullable EntityError locked(Request request, EntityAnswer.Checked checked) {
        return checked.refused() == null
                ? null
                : EntityError.ofWrite(
                        request.target().type(),
                        request.target().id(),
                        request.collection(),
                        checked.refused());
    }
}
