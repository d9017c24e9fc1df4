package io.holdfast.core.nodes;

import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeType;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Maintains the effect of edges on the nodes at both ends: blocking, resolving and superseding. It
 * updates counts as edges are added and removed, and never walks the graph, because a node may have
 * many edges.
 */
final class Graph {

    private Graph() {}

    /** Adds a new node and counts the edges that already lead to it. */
    static void enter(Node node) {
        node.spot.node = node;
        node.resolving = NodeType.isResolving(node.status);
        for (Relation relation : Relation.values()) {
            TreeSet<Node> sources = node.spot.inbound(relation);
            if (sources != null) {
                sources.forEach(source -> meet(source, relation, node));
            }
        }
        addEdges(node, node.edges);
        refreshOpen(node);
        node.tenant.queue.refresh(node);
    }

    /**
     * Counts an existing edge to a new node. Whether the new node is open is decided afterwards.
     */
    private static void meet(Node source, Relation relation, Node node) {
        switch (relation) {
            case RESOLVES, ANSWERS -> node.resolvers += source.resolving ? 1 : 0;
            case SUPERSEDES -> node.superseders++;
            case BLOCKS -> node.blockers += source.open ? 1 : 0;
            case ASSIGNED, OWNED_BY -> {}
        }
    }

    /** Updates the counts after the node's fields or edges changed. */
    static void changed(Node node, List<NodeEdge> edgesBefore) {
        for (NodeEdge edge : edgesBefore) {
            if (!node.hasEdge(edge.type(), edge.to())) {
                removeEdge(node, edge);
            }
        }
        boolean resolving = NodeType.isResolving(node.status);
        if (resolving != node.resolving) {
            node.resolving = resolving;
            for (NodeEdge edge : edgesBefore) {
                Relation relation = Relation.of(edge.type());
                Node target = node.tenant.find(edge.to());
                if (resolves(relation) && target != null && node.hasEdge(edge.type(), edge.to())) {
                    target.resolvers += resolving ? 1 : -1;
                    refreshOpenOf(target, node);
                }
            }
        }
        for (NodeEdge edge : node.edges) {
            boolean before = false;
            for (NodeEdge old : edgesBefore) {
                before |= old.joins(edge.type(), edge.to());
            }
            if (!before) {
                addEdges(node, List.of(edge));
            }
        }
        refreshOpen(node);
        node.tenant.queue.refresh(node);
        edgesBefore.forEach(edge -> node.tenant.forgetIfBare(edge.to()));
    }

    private static boolean resolves(@Nullable Relation relation) {
        return relation == Relation.RESOLVES || relation == Relation.ANSWERS;
    }

    private static void addEdges(Node node, List<NodeEdge> edges) {
        for (NodeEdge edge : edges) {
            Relation relation = Relation.of(edge.type());
            if (relation != null) {
                Vertex spot = node.tenant.spot(edge.to());
                spot.addInbound(relation, node);
                Node target = spot.node;
                if (target != null) {
                    count(node, relation, target, 1);
                }
            }
        }
    }

    private static void removeEdge(Node node, NodeEdge edge) {
        Relation relation = Relation.of(edge.type());
        if (relation != null) {
            Vertex spot = node.tenant.spot(edge.to());
            spot.removeInbound(relation, node);
            Node target = spot.node;
            if (target != null) {
                count(node, relation, target, -1);
            }
        }
    }

    private static void count(Node source, Relation relation, Node target, int by) {
        switch (relation) {
            case RESOLVES, ANSWERS -> target.resolvers += source.resolving ? by : 0;
            case SUPERSEDES -> target.superseders += by;
            case BLOCKS -> {
                target.blockers += source.open ? by : 0;
                source.blocking += target.open ? by : 0;
            }
            case ASSIGNED, OWNED_BY -> {
                return;
            }
        }
        refreshOpenOf(target, source);
        target.tenant.queue.refresh(target);
        source.tenant.queue.refresh(source);
    }

    /**
     * Updates whether the target is open, unless it is the changing node itself. A node may have
     * edges to itself; its own state is updated last, so that all its edges are counted alike.
     */
    private static void refreshOpenOf(Node target, Node changing) {
        if (target != changing) {
            refreshOpen(target);
        }
    }

    static boolean isOpen(Node node) {
        return !node.type().isTerminal(node.status) && node.resolvers == 0 && node.superseders == 0;
    }

    /**
     * Updates whether a node is open, and the counts of the nodes that it blocks or that block it.
     */
    private static void refreshOpen(Node node) {
        boolean open = isOpen(node);
        if (open == node.open) {
            return;
        }
        node.open = open;
        int by = open ? 1 : -1;
        for (NodeEdge edge : node.edges) {
            Node target =
                    edge.type().equals(Relation.BLOCKS.type) ? node.tenant.find(edge.to()) : null;
            if (target != null) {
                target.blockers += by;
                target.tenant.queue.refresh(target);
            }
        }
        TreeSet<Node> sources = node.spot.inbound(Relation.BLOCKS);
        if (sources != null) {
            for (Node source : sources) {
                source.blocking += by;
                source.tenant.queue.refresh(source);
            }
        }
        node.tenant.queue.refresh(node);
    }
}
