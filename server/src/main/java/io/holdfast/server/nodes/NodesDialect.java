package io.holdfast.server.nodes;

import io.holdfast.core.command.NodesSettings;
import io.holdfast.log.Clock;
import io.holdfast.log.node.Node;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Route;

import java.util.ArrayList;
import java.util.List;

/** The nodes contract as routes. */
public final class NodesDialect {

    public static final Dialect DIALECT = new Dialect("nodes", NodeErrors::of);

    private static final String NODES = "/v1/nodes";
    private static final String ONE = NODES + "/{id}";

    private final Calls calls;

    /** The order within a path is that of its {@code Allow} header. */
    private final List<Route> routes = new ArrayList<>();

    /** @param sharedToken whether one token lets everybody in, which then names nobody */
    private NodesDialect(Node node, boolean sharedToken) {
        this.calls = new Calls(node, new BearerIdentities(node, sharedToken));
    }

    public static List<Route> routes(
            Node node, Clock clock, NodesSettings settings, boolean sharedToken) {
        NodesDialect dialect = new NodesDialect(node, sharedToken);
        dialect.addNodes(clock);
        dialect.addLeases(settings);
        dialect.addGraph(clock);
        return List.copyOf(dialect.routes);
    }

    private void addNodes(Clock clock) {
        NodeHandlers nodes = new NodeHandlers(calls, clock);
        add("POST", NODES, "writeNodes", (exchange, who) -> Creation.begin(calls, exchange, who));
        add("GET", ONE, "getNode", nodes::find);
        add("POST", ONE + "/edges", "addNodeEdge", nodes::addEdge);
        add("DELETE", ONE + "/edges", "removeNodeEdge", nodes::removeEdge);
        add("POST", ONE + "/status", "setNodeStatus", nodes::status);
        add("POST", ONE + "/priority", "setNodePriority", nodes::priority);
        add("POST", ONE + "/readiness", "setNodeReadiness", nodes::readiness);
        for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE")) {
            add(method, ONE + "/{verb}", "unknownNodeVerb" + method, nodes::unimplemented);
        }
    }

    private void addLeases(NodesSettings settings) {
        LeaseHandlers leases = new LeaseHandlers(calls, settings);
        add("POST", ONE + "/claim", "claimNode", leases::claim);
        add("POST", ONE + "/renew", "renewNode", leases::renew);
        add("POST", ONE + "/extend", "extendNode", leases::extend);
        add("POST", ONE + "/reserve", "reserveNode", leases::reserve);
        add("POST", ONE + "/release", "releaseNode", leases::release);
    }

    private void addGraph(Clock clock) {
        GraphHandlers graph = new GraphHandlers(calls, clock);
        AgentHandlers agents = new AgentHandlers(calls, clock);
        add("GET", "/v1/queue", "getNodeQueue", new QueueHandler(calls, clock)::read);
        add("GET", "/v1/me", "getMe", graph::me);
        add("GET", "/v1/status", "getGraphStatus", graph::status);
        add("GET", "/v1/export", "exportNodes", graph::export);
        add("POST", "/v1/agents/{id}/token", "makeAgentToken", agents::mint);
        add("POST", "/v1/agents/session", "bindAgentSession", agents::bind);
    }

    private void add(String method, String template, String operationId, Calls.Route route) {
        routes.add(Route.of(method, template, DIALECT, operationId, calls.route(route))
                .withBodyMaxBytes(Json.BYTES_MAX));
    }
}
