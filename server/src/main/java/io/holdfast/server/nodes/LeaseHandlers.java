package io.holdfast.server.nodes;

import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.outcome.NodeVerdict;
import io.holdfast.core.outcome.NodesOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeLease;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.edge.WaitHeaders;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handles the five lease routes. The holder is the authenticated person; a body never names it. */
final class LeaseHandlers {

    private static final double MILLI_NANOS = 1e6;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final Calls calls;
    private final NodesSettings settings;

    LeaseHandlers(Calls calls, NodesSettings settings) {
        this.calls = calls;
        this.settings = settings;
    }

    void claim(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        Map<String, @Nullable Object> body = Json.object(exchange.body());
        NodesCommand<NodesOutcome.Change> command = new NodesCommand.Claim(
                Calls.tenant(exchange),
                who,
                id,
                Calls.label(body, "session"),
                Calls.label(body, "dispatch"));
        ask(exchange, who, command, id, "claim", changed -> {
            Map<String, @Nullable Object> reply = reply(changed);
            // The caller's own active claim already has its edge, so nothing is written.
            reply.put("edge", changed.edge() ? "added" : "skipped");
            exchange.reply(200, JsonValues.bytes(reply));
        });
    }

    void renew(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        String session = Calls.label(Json.object(exchange.body()), "session");
        NodesCommand<NodesOutcome.Change> command =
                new NodesCommand.Renew(Calls.tenant(exchange), who, id, session);
        ask(
                exchange,
                who,
                command,
                id,
                "renew",
                changed -> exchange.reply(200, JsonValues.bytes(reply(changed))));
    }

    void extend(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        Map<String, @Nullable Object> body = Json.object(exchange.body());
        if (!(body.get("ms") instanceof Double ms) || !(ms > 0)) {
            throw BadNode.invalid("ms must be a positive number");
        }
        // A number that is too large becomes the largest long, and the policy caps it.
        long nanos = Math.max(
                1,
                (long) Math.ceil(ms) * MILLI_NANOS >= Long.MAX_VALUE
                        ? Long.MAX_VALUE
                        : (long) Math.ceil(ms) * NANOS_PER_MILLI);
        NodesCommand<NodesOutcome.Change> command = new NodesCommand.Extend(
                Calls.tenant(exchange), who, id, nanos, Calls.label(body, "session"));
        ask(exchange, who, command, id, "extend", changed -> {
            Map<String, @Nullable Object> reply = reply(changed);
            if (changed.capped()) {
                reply.put("capped_to_max", true);
                reply.put("claim_ttl_max_ms", settings.claimTtlMaxNanos() / NANOS_PER_MILLI);
            }
            exchange.reply(200, JsonValues.bytes(reply));
        });
    }

    void reserve(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        String session = Calls.label(Json.object(exchange.body()), "session");
        NodesCommand<NodesOutcome.Change> command =
                new NodesCommand.Reserve(Calls.tenant(exchange), who, id, session);
        ask(exchange, who, command, id, "reserve", changed -> {
            Map<String, @Nullable Object> reply = reply(changed);
            reply.put("grace_window_ms", settings.graceNanos() / NANOS_PER_MILLI);
            exchange.reply(200, JsonValues.bytes(reply));
        });
    }

    void release(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        Json.object(exchange.body());
        NodesCommand<NodesOutcome.Change> command =
                new NodesCommand.Release(Calls.tenant(exchange), who, id);
        ask(exchange, who, command, id, "release", changed -> {
            Map<String, @Nullable Object> reply = new LinkedHashMap<>();
            reply.put("ok", true);
            reply.put("status", status(changed.verdict()));
            reply.put("node_id", id);
            reply.put("edge", changed.edge() ? "removed" : "skipped");
            exchange.reply(200, JsonValues.bytes(reply));
        });
    }

    private void ask(
            Exchange exchange,
            NodeAuthor who,
            NodesCommand<NodesOutcome.Change> command,
            String id,
            String verb,
            Consumer<NodeChanged> then) {
        calls.proposeOnce(exchange, who, command, outcome -> {
            switch (outcome) {
                case NodeChanged changed -> then.accept(changed);
                case NodeRefused refused -> {
                    WaitHeaders.retry(exchange, refused.estimate());
                    NodeErrors.refuse(exchange, NodeErrors.fault(refused, id, verb));
                }
                case Outcome.Shared shared -> Requests.refuse(exchange, shared);
            }
        });
    }

    private static Map<String, @Nullable Object> reply(NodeChanged changed) {
        Map<String, @Nullable Object> reply = new LinkedHashMap<>();
        reply.put("ok", true);
        reply.put("status", status(changed.verdict()));
        NodeLease lease = changed.lease();
        reply.put("lease", lease == null ? null : NodeJson.lease(lease));
        return reply;
    }

    static String status(NodeVerdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }
}
