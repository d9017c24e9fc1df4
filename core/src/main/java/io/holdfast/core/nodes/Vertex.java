package io.holdfast.core.nodes;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An id that a node has or that an edge leads to. It is derived from the nodes, so that an edge is
 * known before its target node exists.
 */
final class Vertex {

    final NodesTenant tenant;
    final String id;

    @Nullable
    Node node;

    /** The sources of the edges that lead here, by relation; null if there are none. */
    private final @Nullable TreeSet<Node>[] inbound;

    /** The queued nodes that this person is assigned to, in queue order. */
    @Nullable
    TreeSet<Standing> agenda;

    /** The queued nodes that this person has a lease on, in queue order. */
    @Nullable
    TreeSet<Standing> holding;

    @SuppressWarnings("unchecked") // Java arrays cannot have type arguments.
    Vertex(NodesTenant tenant, String id) {
        this.tenant = tenant;
        this.id = id;
        this.inbound = new TreeSet[Relation.values().length];
    }

    /** Returns whether no node, edge or queue entry needs it. */
    boolean bare() {
        boolean bare = node == null && agenda == null && holding == null;
        for (TreeSet<Node> sources : inbound) {
            bare &= sources == null;
        }
        return bare;
    }

    @Nullable
    TreeSet<Node> inbound(Relation relation) {
        return inbound[relation.ordinal()];
    }

    void addInbound(Relation relation, Node from) {
        TreeSet<Node> set = inbound[relation.ordinal()];
        if (set == null) {
            set = new TreeSet<>(Comparator.comparingLong(Node::number));
            inbound[relation.ordinal()] = set;
        }
        set.add(from);
    }

    void removeInbound(Relation relation, Node from) {
        TreeSet<Node> set = inbound[relation.ordinal()];
        if (set != null && set.remove(from) && set.isEmpty()) {
            inbound[relation.ordinal()] = null;
        }
    }
}
