package io.holdfast.core.nodes;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An id that is a node's, or that an edge leads to. It is derived from the nodes, so that an edge
 * to a node that comes later finds it.
 */
final class Vertex {

    final NodesTenant tenant;
    final String id;

    @Nullable
    WorkNode node;

    /** Whose edges lead here, by what the edge means; null where none do. */
    private final @Nullable TreeSet<WorkNode>[] inbound;

    /** The queue's nodes that this person is assigned to, the foremost first. */
    @Nullable
    TreeSet<Standing> agenda;

    /** The queue's nodes that this person has a lease on, the foremost first. */
    @Nullable
    TreeSet<Standing> holding;

    @SuppressWarnings("unchecked") // Arrays have no type arguments.
    Vertex(NodesTenant tenant, String id) {
        this.tenant = tenant;
        this.id = id;
        this.inbound = new TreeSet[Relation.values().length];
    }

    /** Whether neither a node nor an edge nor the queue needs it. */
    boolean bare() {
        boolean bare = node == null && agenda == null && holding == null;
        for (TreeSet<WorkNode> sources : inbound) {
            bare &= sources == null;
        }
        return bare;
    }

    @Nullable
    TreeSet<WorkNode> inbound(Relation relation) {
        return inbound[relation.ordinal()];
    }

    void addInbound(Relation relation, WorkNode from) {
        TreeSet<WorkNode> set = inbound[relation.ordinal()];
        if (set == null) {
            set = new TreeSet<>(Comparator.comparingLong(WorkNode::number));
            inbound[relation.ordinal()] = set;
        }
        set.add(from);
    }

    void removeInbound(Relation relation, WorkNode from) {
        TreeSet<WorkNode> set = inbound[relation.ordinal()];
        if (set != null && set.remove(from) && set.isEmpty()) {
            inbound[relation.ordinal()] = null;
        }
    }
}
