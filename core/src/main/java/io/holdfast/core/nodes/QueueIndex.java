package io.holdfast.core.nodes;

import io.holdfast.core.value.NodeEdge;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All queued nodes in order, over all projects and per project, by type and readiness. A page and
 * its counts can be read without visiting other nodes.
 */
final class QueueIndex {

    private static final int P1 = 6;
    private static final int P2 = 3;
    private static final int P3 = 1;
    private static final int BLOCK = 3;

    final @Nullable QueueBucket[] all = new QueueBucket[QueueBucket.COUNT];
    final TreeMap<String, @Nullable QueueBucket[]> byProject = new TreeMap<>();

    /**
     * Nodes with a wake date, past or future. They are in no bucket: a read decides whether they
     * are dormant, so no action is needed at the wake date.
     */
    final TreeSet<Standing> sleepers = new TreeSet<>(Standing.ORDER);

    /** Moves the node to its current position. */
    void refresh(Node node) {
        Standing before = node.standing;
        Standing now = standing(node);
        if (before != null && now != null && before.sameAs(now)) {
            return;
        }
        if (before != null) {
            remove(before);
        }
        if (now != null) {
            add(now);
        }
        node.standing = now;
    }

    /** Returns the node's position in the queue; null if it is not queued. */
    static @Nullable Standing standing(Node node) {
        if (!node.open || !node.type().queueable()) {
            return null;
        }
        List<Vertex> assignees = new ArrayList<>(1);
        for (NodeEdge edge : node.edges) {
            if (edge.type().equals(NodeEdge.ASSIGNED)) {
                assignees.add(node.tenant.spot(edge.to()));
            }
        }
        String readiness = node.readiness.isEmpty() && !assignees.isEmpty()
                ? QueueBucket.READINESS[2]
                : node.readiness;
        String by = node.lease == null ? null : node.leaseBy;
        return new Standing(
                node,
                node.number(),
                score(node),
                QueueBucket.of(node.type(), readiness),
                node.project(),
                node.blockers > 0,
                by == null ? null : node.tenant.spot(by),
                by != null && node.leaseReserved,
                assignees,
                node.text.wakeMillis());
    }

    private static int score(Node node) {
        int bump = switch (node.priority) {
            case "p1" -> P1;
            case "p2" -> P2;
            case "p3" -> P3;
            // The priority is free text. Other values have no weight.
            default -> 0;
        };
        return bump + BLOCK * node.blocking - BLOCK * node.blockers;
    }

    private void add(Standing standing) {
        if (standing.wakeMillis() != 0) {
            sleepers.add(standing);
        } else {
            bucket(all, standing.bucket()).add(standing);
            bucket(project(standing.project()), standing.bucket()).add(standing);
        }
        Vertex holder = standing.holder();
        if (holder != null) {
            holder.holding = with(holder.holding, standing);
        }
        for (Vertex person : standing.assignees()) {
            person.agenda = with(person.agenda, standing);
        }
    }

    private void remove(Standing standing) {
        if (standing.wakeMillis() != 0) {
            sleepers.remove(standing);
        } else {
            bucket(all, standing.bucket()).remove(standing);
            @Nullable QueueBucket[] buckets = project(standing.project());
            bucket(buckets, standing.bucket()).remove(standing);
            if (empty(buckets)) {
                byProject.remove(standing.project());
            }
        }
        Vertex holder = standing.holder();
        if (holder != null) {
            holder.holding = without(holder.holding, standing);
        }
        for (Vertex person : standing.assignees()) {
            person.agenda = without(person.agenda, standing);
        }
    }

    private @Nullable QueueBucket[] project(String project) {
        return byProject.computeIfAbsent(project, name -> new QueueBucket[QueueBucket.COUNT]);
    }

    private static boolean empty(@Nullable QueueBucket[] buckets) {
        boolean empty = true;
        for (QueueBucket bucket : buckets) {
            empty &= bucket == null || bucket.empty();
        }
        return empty;
    }

    private static QueueBucket bucket(@Nullable QueueBucket[] buckets, int number) {
        QueueBucket known = buckets[number];
        if (known != null) {
            return known;
        }
        QueueBucket bucket = new QueueBucket();
        buckets[number] = bucket;
        return bucket;
    }

    private static TreeSet<Standing> with(@Nullable TreeSet<Standing> set, Standing standing) {
        TreeSet<Standing> grown = set == null ? new TreeSet<>(Standing.ORDER) : set;
        grown.add(standing);
        return grown;
    }

    private static @Nullable TreeSet<Standing> without(
            @Nullable TreeSet<Standing> set, Standing standing) {
        if (set != null) {
            set.remove(standing);
        }
        return set == null || set.isEmpty() ? null : set;
    }
}
