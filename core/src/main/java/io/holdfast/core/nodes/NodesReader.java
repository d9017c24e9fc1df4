package io.holdfast.core.nodes;

import io.holdfast.core.command.WorkEdge;
import io.holdfast.core.command.WorkType;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.AgentAnswer;
import io.holdfast.core.query.Query.GraphAnswer;
import io.holdfast.core.query.Query.NodesPage;
import io.holdfast.core.query.WorkAnswer;
import io.holdfast.core.query.WorkQueue;
import io.holdfast.core.query.WorkView;
import io.holdfast.core.tenants.TenantUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Answers what is asked of work nodes, and changes nothing. */
public final class NodesReader {

    static final String OWNED_BY = Relation.OWNED_BY.type;

    private final NodeRows nodes;

    NodesReader(NodeRows nodes) {
        this.nodes = nodes;
    }

    public @Nullable WorkAnswer find(Query.FindWorkNode query) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        WorkNode node = tenant == null ? null : tenant.find(query.id());
        return node == null ? null : answer(node);
    }

    private static WorkAnswer answer(WorkNode node) {
        TreeSet<WorkNode> superseders = node.spot.inbound(Relation.SUPERSEDES);
        return new WorkAnswer(
                node.view(),
                node.status,
                node.edges,
                resolver(node),
                superseders == null ? null : superseders.first().id());
    }

    private static WorkAnswer.@Nullable Resolver resolver(WorkNode node) {
        if (node.resolvers == 0) {
            return null;
        }
        for (Relation relation : List.of(Relation.RESOLVES, Relation.ANSWERS)) {
            TreeSet<WorkNode> sources = node.spot.inbound(relation);
            if (sources != null) {
                for (WorkNode source : sources) {
                    if (source.resolving) {
                        return new WorkAnswer.Resolver(source.view(), relation.type, source.status);
                    }
                }
            }
        }
        return null;
    }

    public WorkQueue queue(Query.ReadQueue query, long nowNanos) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        long wallMillis = nodes.wallMillis(nowNanos);
        return tenant == null
                ? new QueueReader(
                                new NodesTenant(0, TenantUse.nobody()), query, nowNanos, wallMillis)
                        .read()
                : new QueueReader(tenant, query, nowNanos, wallMillis).read();
    }

    public GraphAnswer graph(Query.ReadGraph query) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        if (tenant == null) {
            return new GraphAnswer(0, 0, List.of());
        }
        List<String> projects = new ArrayList<>();
        for (String project : tenant.projects.keySet()) {
            if (!project.isEmpty()) {
                projects.add(project);
            }
        }
        return new GraphAnswer(tenant.nodes, tenant.head, projects);
    }

    public List<String> missing(Query.FindMissing query) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        List<String> missing = new ArrayList<>();
        for (String id : query.ids()) {
            if (tenant == null || tenant.find(id) == null) {
                missing.add(id);
            }
        }
        return missing;
    }

    public NodesPage list(Query.ListWorkNodes query) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        List<WorkAnswer> found = new ArrayList<>();
        if (tenant == null) {
            return new NodesPage(found, true);
        }
        TreeMap<String, Spot> spots = tenant.spots;
        for (Spot spot : spots.tailMap(query.afterId(), false).values()) {
            if (found.size() == query.max()) {
                return new NodesPage(found, false);
            }
            WorkNode node = spot.node;
            if (node != null) {
                found.add(answer(node));
            }
        }
        return new NodesPage(found, true);
    }

    public List<WorkView> agents(Query.ListAgents query) {
        NodesTenant tenant = nodes.tenant(query.tenant());
        Spot person = tenant == null ? null : tenant.spots.get(query.person());
        TreeSet<WorkNode> owned = person == null ? null : person.inbound(Relation.OWNED_BY);
        if (owned == null) {
            return List.of();
        }
        return owned.stream()
                .filter(node -> node.type() == WorkType.AGENT)
                .map(WorkNode::view)
                .sorted(Comparator.comparing(WorkView::id))
                .toList();
    }

    /** Who a token speaks for; null where it, its agent or the agent's owner is gone. */
    public @Nullable AgentAnswer agent(Query.FindAgent query) {
        AgentToken token = nodes.token(query.digest());
        if (token == null || !token.tenant.name.equals(query.tenant())) {
            return null;
        }
        WorkNode agent = token.tenant.find(token.agent);
        if (agent == null) {
            return null;
        }
        for (WorkEdge edge : agent.edges) {
            WorkNode owner = edge.type().equals(OWNED_BY) ? token.tenant.find(edge.to()) : null;
            if (owner != null) {
                return new AgentAnswer(agent.id(), owner.id(), owner.text.title(), token.session);
            }
        }
        return null;
    }
}
