package io.holdfast.core.nodes;

import io.holdfast.core.query.NodeAnswer;
import io.holdfast.core.query.NodeQueue;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.AgentAnswer;
import io.holdfast.core.query.Query.AgentsPage;
import io.holdfast.core.query.Query.GraphAnswer;
import io.holdfast.core.query.Query.NodesPage;
import io.holdfast.core.state.Visits;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.NodeVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Answers queries about nodes. It never changes the state. */
public final class NodesReader {

    static final String OWNED_BY = Relation.OWNED_BY.type;

    private static final int RESOLVER_LOOKS_MAX = 500;

    /** The approximate size of a node in a reply, without its text. */
    private static final int NODE_BYTES = 1_024;

    private final NodeRows nodes;

    NodesReader(NodeRows nodes) {
        this.nodes = nodes;
    }

    public @Nullable NodeAnswer find(Query.FindNode query, Visits visits) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        Node node = tenant == null ? null : tenant.find(query.id());
        return node == null ? null : answer(node, visits);
    }

    private static NodeAnswer answer(Node node, Visits visits) {
        TreeSet<Node> superseders = node.spot.inbound(Relation.SUPERSEDES);
        return new NodeAnswer(
                node.view(),
                node.status,
                node.edges,
                resolver(node, visits),
                superseders == null ? null : superseders.first().id());
    }

    /**
     * Returns the resolver. A node may have many void resolvers, so the search stops after a limit.
     */
    private static NodeAnswer.@Nullable Resolver resolver(Node node, Visits visits) {
        if (node.resolvers == 0) {
            return null;
        }
        int looks = 0;
        for (Relation relation : List.of(Relation.RESOLVES, Relation.ANSWERS)) {
            TreeSet<Node> sources = node.spot.inbound(relation);
            if (sources != null) {
                for (Node source : sources) {
                    if (looks++ == RESOLVER_LOOKS_MAX) {
                        return null;
                    }
                    visits.row();
                    if (source.resolving) {
                        return new NodeAnswer.Resolver(source.view(), relation.type, source.status);
                    }
                }
            }
        }
        return null;
    }

    public NodeQueue queue(Query.ReadQueue query, long nowNanos, Visits visits) {
        NodesTenant known = nodes.tenant(query.tenant());
        NodesTenant tenant = known != null ? known : new NodesTenant(0, TenantUse.none());
        return new QueueReader(tenant, query, nowNanos, nodes.wallMillis(nowNanos), visits).read();
    }

    public GraphAnswer graph(Query.ReadGraph query, Visits visits) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        if (tenant == null) {
            return new GraphAnswer(0, 0, List.of(), null);
        }
        List<String> projects = new ArrayList<>();
        // The empty name, which means no project, sorts first and is skipped.
        for (String project :
                tenant.projects.tailMap(query.afterProject(), false).keySet()) {
            if (!visits.more()) {
                return new GraphAnswer(tenant.nodes, tenant.head, projects, projects.getLast());
            }
            visits.row();
            projects.add(project);
        }
        return new GraphAnswer(tenant.nodes, tenant.head, projects, null);
    }

    public List<String> missing(Query.FindMissing query, Visits visits) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        List<String> missing = new ArrayList<>();
        for (String id : query.ids()) {
            visits.row();
            if (tenant == null || tenant.find(id) == null) {
                missing.add(id);
            }
        }
        return missing;
    }

    public NodesPage list(Query.ListNodes query, Visits visits) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        List<NodeAnswer> found = new ArrayList<>();
        if (tenant == null) {
            return new NodesPage(found, null);
        }
        String last = query.afterId();
        for (Vertex spot : tenant.spots.tailMap(last, false).values()) {
            if (!visits.more()) {
                return new NodesPage(found, last);
            }
            visits.row();
            Node node = spot.node;
            if (node != null) {
                visits.value(node.text.bytes() + NODE_BYTES);
                found.add(answer(node, visits));
            }
            last = spot.id;
        }
        return new NodesPage(found, null);
    }

    public AgentsPage agents(Query.ListAgents query, Visits visits) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        Vertex person = tenant == null ? null : tenant.spots.get(query.person());
        TreeSet<Node> owned = person == null ? null : person.inbound(Relation.OWNED_BY);
        Node first = nodes.rows.after(query.after(), visits);
        List<NodeVersion> agents = new ArrayList<>();
        if (owned == null || first == null) {
            return new AgentsPage(agents, Query.END);
        }
        long last = query.after();
        for (Node node : owned.tailSet(first, true)) {
            if (!visits.more()) {
                return new AgentsPage(agents, last);
            }
            visits.row();
            if (node.type() == NodeType.AGENT) {
                visits.value(node.text.bytes() + NODE_BYTES);
                agents.add(node.view());
            }
            last = node.number();
        }
        return new AgentsPage(agents, Query.END);
    }

    /**
     * Returns the agent and owner of a token; null if the token, the agent or its owner does not
     * exist.
     */
    public @Nullable AgentAnswer agent(Query.FindAgent query) {
        AgentToken token = nodes.token(query.digest());
        if (token == null || !token.tenant.name.equals(query.tenant())) {
            return null;
        }
        Node agent = token.tenant.find(token.agent);
        if (agent == null) {
            return null;
        }
        for (NodeEdge edge : agent.edges) {
            Node owner = edge.type().equals(OWNED_BY) ? token.tenant.find(edge.to()) : null;
            if (owner != null) {
                return new AgentAnswer(agent.id(), owner.id(), owner.text.title(), token.session);
            }
        }
        return null;
    }
}
