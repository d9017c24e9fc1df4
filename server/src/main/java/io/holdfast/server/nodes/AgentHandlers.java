package io.holdfast.server.nodes;

import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.log.Clock;
import io.holdfast.server.edge.JsonSteps.Step;
import io.holdfast.server.edge.RandomBits;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handles agent tokens. An agent's owner creates a token; the agent binds it to one session. */
final class AgentHandlers {

    /** Lifetime of an agent token, which is the maximum for one run. */
    private static final long TTL_MILLIS = 7 * 86_400_000L;

    private static final long MILLI_NANOS = 1_000_000L;

    private final Calls calls;
    private final Clock clock;

    AgentHandlers(Calls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
    }

    /** Lists the caller's agents, so that a client can select one. */
    void list(Exchange exchange, NodeAuthor who) {
        calls.reply(exchange, agents(Calls.tenant(exchange), who.person(), 0, 0));
    }

    private static Step<Query.AgentsPage> agents(
            String tenant, String person, long after, int before) {
        return new Step<>(new Query.ListAgents(tenant, person, after), (page, parts) -> {
            if (after == 0) {
                parts.accept(json -> {
                    json.writeStartObject();
                    json.writeArrayFieldStart("agents");
                });
            }
            for (NodeVersion agent : page.agents()) {
                parts.accept(json -> JsonValues.write(json, view(agent, person)));
            }
            int count = before + page.agents().size();
            if (page.last() != Query.END) {
                return agents(tenant, person, page.last(), count);
            }
            parts.accept(json -> {
                json.writeEndArray();
                json.writeNumberField("count", count);
                json.writeEndObject();
                json.writeRaw('\n');
            });
            return null;
        });
    }

    private static Map<String, @Nullable Object> view(NodeVersion agent, String person) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("id", agent.id());
        view.put("title", agent.text().title());
        view.put("summary", FrontMatter.read(NodeDocument.raw(agent)).text("summary"));
        view.put("owner", person);
        return view;
    }

    void mint(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        String session = Calls.label(Json.object(exchange.body()), "session");
        String token = AgentTokens.text(
                Calls.tenant(exchange),
                who.person(),
                HexFormat.of().toHexDigits(RandomBits.nextLong())
                        + HexFormat.of().toHexDigits(RandomBits.nextLong()));
        long untilMillis = clock.wallMillis() + TTL_MILLIS;
        NodesCommand.MintToken command = new NodesCommand.MintToken(
                Calls.tenant(exchange),
                who,
                id,
                BearerIdentities.digest(token),
                session,
                TTL_MILLIS * MILLI_NANOS);
        calls.propose(exchange, who, command, outcome -> {
            switch (outcome) {
                case Outcome.Done _ -> {
                    Map<String, @Nullable Object> body = new LinkedHashMap<>();
                    body.put("token", token);
                    body.put("expires_at", NodeTimes.of(untilMillis));
                    body.put("agent", id);
                    body.put("session", session);
                    exchange.header("Cache-Control", "no-store");
                    exchange.reply(201, JsonValues.bytes(body));
                }
                case NodeRefused refused ->
                    NodeErrors.refuse(exchange, NodeErrors.fault(refused, id, "make a token for"));
                case Outcome.Shared shared -> Requests.refuse(exchange, shared);
            }
        });
    }

    void bind(Exchange exchange, NodeAuthor who) throws BadNode {
        String session = Calls.label(Json.object(exchange.body()), "session");
        if (session == null) {
            throw BadNode.invalid("session must be a text");
        }
        String token = BearerIdentities.token(exchange);
        String agent = who.agent();
        if (agent == null || token == null) {
            NodeErrors.refuse(
                    exchange,
                    new NodeErrors.Fault(403, "forbidden", "this token is not an agent's"));
            return;
        }
        NodesCommand.BindSession command = new NodesCommand.BindSession(
                Calls.tenant(exchange), who, BearerIdentities.digest(token), session);
        calls.propose(exchange, who, command, outcome -> {
            switch (outcome) {
                case Outcome.Done _ -> bound(exchange, agent, session, false);
                case NodeChanged _ -> bound(exchange, agent, session, true);
                case NodeRefused refused ->
                    NodeErrors.refuse(exchange, NodeErrors.fault(refused, agent, "bind"));
                case Outcome.Shared shared -> Requests.refuse(exchange, shared);
            }
        });
    }

    private static void bound(Exchange exchange, String agent, String session, boolean before) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("ok", true);
        body.put("agent", agent);
        body.put("session", session);
        if (before) {
            body.put("unchanged", true);
        }
        exchange.reply(200, JsonValues.bytes(body));
    }
}
