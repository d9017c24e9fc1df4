package io.holdfast.server.nodes;

import io.holdfast.core.query.NodeAnswer;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeType;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.http.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may change the owner of an agent. All users may write edges, but an agent's token is
 * valid only while its first owner is the person who created it. A user who could remove that edge,
 * or insert another before it, could disable another person's agent.
 */
final class AgentOwnership {

    private static final String OWNED_BY = "owned-by";

    private AgentOwnership() {}

    /** A change of a node's edges. */
    interface Change {
        List<NodeEdge> of(List<NodeEdge> edges);
    }

    static boolean concerns(String edgeType) {
        return edgeType.equals(OWNED_BY);
    }

    /** Removes the edge. */
    static Change without(String type, String to) {
        return edges -> {
            List<NodeEdge> after = new ArrayList<>(edges);
            after.removeIf(edge -> edge.joins(type, to));
            return after;
        };
    }

    /** Appends the edge. If it exists with other attributes, it is moved to the end. */
    static Change with(NodeEdge added) {
        return edges -> {
            if (edges.contains(added)) {
                return edges;
            }
            List<NodeEdge> after =
                    new ArrayList<>(without(added.type(), added.to()).of(edges));
            after.add(added);
            return after;
        };
    }

    /** Returns why the change is refused, or null if it is allowed. */
    static NodeErrors.@Nullable Fault fault(
            Exchange exchange, NodeAuthor who, @Nullable NodeAnswer node, Change change) {
        if (node == null || node.node().text().type() != NodeType.AGENT || isAdmin(exchange)) {
            return null;
        }
        List<String> before = owners(node.edges());
        List<String> after = owners(change.of(node.edges()));
        String person = who.person();
        List<String> others = others(before, person);
        List<String> left = others(after, person);
        boolean kept =
                left.size() >= others.size() && left.subList(0, others.size()).equals(others);
        boolean sameFirst = before.isEmpty()
                || before.getFirst().equals(person)
                || !after.isEmpty() && before.getFirst().equals(after.getFirst());
        return kept && sameFirst
                ? null
                : new NodeErrors.Fault(
                        403,
                        "forbidden",
                        "'" + node.node().id() + "' is another person's agent; only that person or"
                                + " an admin may change its owner");
    }

    private static boolean isAdmin(Exchange exchange) {
        Principal principal = exchange.principal();
        return principal.person() && principal.is(Role.ADMIN);
    }

    private static List<String> owners(List<NodeEdge> edges) {
        return edges.stream()
                .filter(edge -> edge.type().equals(OWNED_BY))
                .map(NodeEdge::to)
                .toList();
    }

    private static List<String> others(List<String> owners, String person) {
        return owners.stream().filter(owner -> !owner.equals(person)).toList();
    }
}
