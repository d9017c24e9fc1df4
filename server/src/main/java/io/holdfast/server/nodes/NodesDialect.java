package io.holdfast.server.nodes;

import io.holdfast.core.command.NodesSettings;
import io.holdfast.log.Clock;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Route;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Defines the routes of the nodes API. */
public final class NodesDialect {

    public static final Dialect DIALECT = new Dialect("nodes", NodeErrors::of, NodeErrors::shared)
            .withPaths("/v1/agents", "/v1/briefing", "/v1/digest", "/v1/nodes", "/v1/queue");

    private static final String NODES = "/v1/nodes";
    private static final String ONE = NODES + "/{id}";

    private final Calls calls;

    /** The routes of one path have the order of its {@code Allow} header. */
    private final List<Route> routes = new ArrayList<>();

    private NodesDialect(Requests requests, @Nullable AgentOwners owners) {
        this.calls = new Calls(
                requests, new PrincipalIdentities(new BearerIdentities(requests, owners)));
    }

    /** @param owners which persons still have access; null without a tokens file */
    public static List<Route> routes(
            Requests requests, Clock clock, NodesSettings settings, @Nullable AgentOwners owners) {
        NodesDialect dialect = new NodesDialect(requests, owners);
        dialect.addNodes(clock);
        dialect.addLeases(settings);
        dialect.addGraph(clock);
        return List.copyOf(dialect.routes);
    }

    private void addNodes(Clock clock) {
        NodeHandlers nodes = new NodeHandlers(calls, clock);
        add(
                Role.USER,
                "POST",
                NODES,
                "writeNodes",
                (exchange, who) -> Creation.begin(calls, exchange, who));
        add(Role.READER, "GET", ONE, "getNode", nodes::find);
        add(Role.USER, "POST", ONE + "/edges", "addNodeEdge", nodes::addEdge);
        add(Role.USER, "DELETE", ONE + "/edges", "removeNodeEdge", nodes::removeEdge);
        add(Role.USER, "POST", ONE + "/status", "setNodeStatus", nodes::status);
        add(Role.USER, "POST", ONE + "/priority", "setNodePriority", nodes::priority);
        add(Role.USER, "POST", ONE + "/readiness", "setNodeReadiness", nodes::readiness);
        for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE")) {
            add(
                    method.equals("GET") ? Role.READER : Role.USER,
                    method,
                    ONE + "/{path}",
                    "unknownNodeVerb" + method,
                    nodes::unimplemented);
        }
    }

    private void addLeases(NodesSettings settings) {
        LeaseHandlers leases = new LeaseHandlers(calls, settings);
        add(Role.USER, "POST", ONE + "/claim", "claimNode", leases::claim);
        add(Role.USER, "POST", ONE + "/renew", "renewNode", leases::renew);
        add(Role.USER, "POST", ONE + "/extend", "extendNode", leases::extend);
        add(Role.USER, "POST", ONE + "/reserve", "reserveNode", leases::reserve);
        add(Role.USER, "POST", ONE + "/release", "releaseNode", leases::release);
    }

    private void addGraph(Clock clock) {
        GraphHandlers graph = new GraphHandlers(calls, clock);
        AgentHandlers agents = new AgentHandlers(calls, clock);
        add(Role.READER, "GET", "/v1/queue", "getNodeQueue", new QueueHandler(calls, clock)::read);
        add(Role.READER, "GET", "/v1/me", "getMe", graph::me);
        add(Role.READER, "GET", "/v1/status", "getGraphStatus", graph::status);
        add(Role.READER, "GET", "/v1/export", "exportNodes", graph::export);
        add(Role.READER, "GET", "/v1/agents", "listAgents", agents::list);
        add(Role.USER, "POST", "/v1/agents/{id}/token", "makeAgentToken", agents::mint);
        add(Role.USER, "POST", "/v1/agents/session", "bindAgentSession", agents::bind);
    }

    private void add(
            Role role, String method, String template, String operationId, Calls.Route route) {
        routes.add(Route.of(method, template, DIALECT, operationId, calls.route(route))
                .needs(role)
                .withBodyMaxBytes(template.equals(NODES) ? Json.BYTES_MAX : Json.SMALL_BYTES_MAX));
    }
}
