package io.holdfast.server.entities;

import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Submits commands and reads for all routes of the entities API. */
final class EntityCalls {

    final Requests requests;

    EntityCalls(Requests requests) {
        this.requests = requests;
    }

    /** Submits a command. The Idempotency-Key is scoped to the client's id. */
    <O extends EntitiesOutcome> void submit(
            Exchange exchange, EntitiesCommand<O> command, Consumer<O> answer) {
        String client = exchange.header(ClientIds.HEADER);
        requests.submit(exchange, client == null ? "" : client, command, answer);
    }

    /** Looks an entity up. The answer also says whether locking is enabled. */
    void find(Exchange exchange, Target target, Consumer<EntityAnswer.Found> answer) {
        requests.read(
                exchange,
                new Query.FindEntity(target.tenant(), target.type(), target.id()),
                (found, point) -> answer.accept(found));
    }

    /** Reads the newest past grant of the entity's lock; null if none is remembered. */
    void findLastGrant(Exchange exchange, Target target, Consumer<@Nullable PastGrant> answer) {
        requests.read(exchange, new Query.FindResource(target.resource()), (found, point) -> {
            // An entity lock has no queue, so its history has no waits.
            answer.accept(
                    found != null
                                    && !found.history().isEmpty()
                                    && found.history().getFirst() instanceof PastGrant grant
                            ? grant
                            : null);
        });
    }

    /** Checks whether the client may write, with the same decision as the write itself. */
    void check(
            Exchange exchange,
            Target target,
            EntityCollection collection,
            Consumer<EntityAnswer.Checked> answer) {
        requests.readLatest(
                exchange,
                new Query.CheckWrite(
                        target.tenant(),
                        target.type(),
                        target.id(),
                        ClientIds.of(exchange),
                        collection),
                (checked, point) -> answer.accept(checked));
    }
}
