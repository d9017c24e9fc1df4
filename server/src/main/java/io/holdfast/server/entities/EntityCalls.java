package io.holdfast.server.entities;

import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityRefused;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.RequestId;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.edge.NodeReads;
import io.holdfast.server.edge.RequestIds;
import io.holdfast.server.edge.SimpleCall;
import io.holdfast.server.http.Exchange;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Submits commands and reads for all routes of the entities API. */
final class EntityCalls {

    final Engine engine;

    EntityCalls(Engine engine) {
        this.engine = engine;
    }

    /**
     * Submits a command. The route words the refusals of the entities API; this method words those
     * that all APIs share.
     */
    void submit(
            Exchange exchange,
            EntitiesCommand command,
            Consumer<Outcome> done,
            Function<EntityRefused, EntityError> refused) {
        RequestId request;
        try {
            request = request(exchange);
        } catch (IllegalArgumentException e) {
            EntityError.badRequest("Invalid Idempotency-Key", String.valueOf(e.getMessage()))
                    .reply(exchange);
            return;
        }
        Consumer<Outcome> answer = outcome -> {
            if (outcome instanceof EntityRefused reason) {
                refused.apply(reason).reply(exchange);
            } else if (outcome instanceof Outcome.Refused other) {
                EntityError.of(other.reason()).reply(exchange);
            } else if (outcome instanceof Outcome.Unknown) {
                EntityError.later("The answer was lost and the request may have taken effect;"
                                + " retry with the same Idempotency-Key")
                        .reply(exchange);
            } else {
                done.accept(outcome);
            }
        };
        engine.submit(new SimpleCall(
                exchange.actor(),
                request,
                command,
                outcome -> exchange.loop().execute(() -> answer.accept(outcome))));
    }

    /** Returns the request id, scoped to the client so that no client gets another's answer. */
    private static @Nullable RequestId request(Exchange exchange) {
        String key = exchange.header(RequestIds.HEADER);
        if (key == null) {
            return null;
        }
        if (!RequestIds.isKey(key)) {
            throw new IllegalArgumentException(RequestIds.HEADER + " must be 1 to "
                    + RequestIds.KEY_CHARACTERS_MAX + " visible ASCII characters");
        }
        String client = exchange.header(ClientIds.HEADER);
        return RequestIds.of(exchange, client == null ? "" : client, key);
    }

    /** Looks an entity up. The answer also says whether locking is enabled. */
    void find(Exchange exchange, Target target, Consumer<EntityAnswer.Found> answer) {
        NodeReads.read(
                engine,
                exchange,
                new Query.FindEntity(target.tenant(), target.type(), target.id()),
                (found, point) -> answer.accept(found));
    }

    /** Checks whether the client may write, with the same decision as the write itself. */
    void check(
            Exchange exchange,
            Target target,
            io.holdfast.core.value.EntityCollection collection,
            Consumer<EntityAnswer.Checked> answer) {
        NodeReads.readLatest(
                engine,
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
