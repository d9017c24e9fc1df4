package io.holdfast.server.nodes;

import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.outcome.NodesOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.server.edge.JsonSteps;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.text.ControlCharacters;
import io.holdfast.server.text.JsonValues;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Shared steps of the handlers: identify the caller, submit commands and reads, map refusals. */
final class Calls {

    private static final int LABEL_CHARACTERS_MAX = 256;

    private final Requests requests;
    private final Identities identities;

    Calls(Requests requests, Identities identities) {
        this.requests = requests;
        this.identities = identities;
    }

    /** A route that requires an identified caller. */
    interface Route {
        void handle(Exchange exchange, NodeAuthor who) throws BadNode;
    }

    Handler route(Route route) {
        return exchange -> identities.identify(exchange, who -> route.handle(exchange, who));
    }

    /** Proposes a command and continues with its outcome on the request's event loop. */
    <O extends NodesOutcome> void propose(
            Exchange exchange, NodeAuthor who, NodesCommand<O> command, Consumer<O> then) {
        requests.submitWithoutKey(exchange, actor(exchange, who), command, then);
    }

    /** Proposes a command once: a retry with the same Idempotency-Key has no second effect. */
    <O extends NodesOutcome> void proposeOnce(
            Exchange exchange, NodeAuthor who, NodesCommand<O> command, Consumer<O> then) {
        requests.submit(exchange, actor(exchange, who), who.person(), command, then);
    }

    private static Actor actor(Exchange exchange, NodeAuthor who) {
        return new Actor(
                exchange.actor().tenant(), who.person(), exchange.actor().address());
    }

    <A extends @Nullable Object> void read(Exchange exchange, Query<A> query, Consumer<A> then) {
        requests.read(exchange, query, (answer, point) -> then.accept(answer));
    }

    /** Replies with a JSON document that takes several reads. */
    void reply(Exchange exchange, JsonSteps.Step<?> first) {
        requests.reply(exchange, JsonValues.FACTORY, first);
    }

    /** Replies with the known parts and continues with the remaining reads. */
    void reply(
            Exchange exchange,
            ReadPoint begun,
            List<JsonSteps.Part> parts,
            JsonSteps.@Nullable Step<?> next) {
        requests.reply(exchange, JsonValues.FACTORY, begun, parts, next);
    }

    /** Reads the next part of a reply in progress. */
    <A extends @Nullable Object> void readOn(
            Exchange exchange, Query<A> query, ReadPoint begun, Consumer<A> then) {
        requests.readOn(exchange, query, begun, (answer, point) -> {
            if (exchange.isOpen()) {
                then.accept(answer);
            }
        });
    }

    /** Reads the first part of a reply that takes several reads. */
    <A extends @Nullable Object> void readFirst(
            Exchange exchange, Query<A> query, BiConsumer<A, ReadPoint> then) {
        requests.read(exchange, query, then);
    }

    /** Passes on an error if the change would take an agent from another person, otherwise null. */
    void guardOwner(
            Exchange exchange,
            NodeAuthor who,
            String id,
            AgentOwnership.Change change,
            Consumer<NodeErrors.@Nullable Fault> then) {
        requests.readLatest(
                exchange,
                new Query.FindNode(tenant(exchange), id),
                (found, point) -> then.accept(AgentOwnership.fault(exchange, who, found, change)));
    }

    static String tenant(Exchange exchange) {
        return exchange.actor().tenant();
    }

    /** Returns the id in the path. */
    static String id(Exchange exchange) throws BadNode {
        String id = exchange.pathParameter(0);
        if (!NodeDraft.isId(id)) {
            throw BadNode.invalid("an id is lower-case letters, digits and hyphens");
        }
        return id;
    }

    /** Returns a short text from a body, such as a session, or null if it is missing or empty. */
    static @Nullable String label(Map<String, ? extends @Nullable Object> body, String name)
            throws BadNode {
        Object value = body.get(name);
        if (value == null || value.equals("")) {
            return null;
        }
        if (!(value instanceof String text)
                || text.length() > LABEL_CHARACTERS_MAX
                || ControlCharacters.in(text)) {
            throw BadNode.invalid(name + " must be a text of up to " + LABEL_CHARACTERS_MAX
                    + " characters without control characters");
        }
        return text;
    }

    static String text(Map<String, ? extends @Nullable Object> body, String name) throws BadNode {
        if (body.get(name) instanceof String text) {
            return text;
        }
        throw BadNode.invalid(name + " must be a text");
    }

    /** Returns the error that the outcome stands for, or null if it is a success. */
    static NodeErrors.@Nullable Fault fault(NodesOutcome.Change outcome, String id, String verb) {
        return switch (outcome) {
            case NodeChanged _ -> null;
            case NodeRefused refused -> NodeErrors.fault(refused, id, verb);
            case Outcome.Shared shared -> NodeErrors.fault(shared);
        };
    }
}
