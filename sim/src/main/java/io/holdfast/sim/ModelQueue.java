package io.holdfast.sim;

import io.holdfast.core.query.NodeQueue;
import io.holdfast.core.query.NodeQueue.Item;
import io.holdfast.core.query.QueuePlace;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The expected queue, computed each time from all edges of all nodes. */
final class ModelQueue {

    private final ModelNodes nodes;
    private final String viewer;
    private final @Nullable String assignee;
    private final @Nullable String project;

    ModelQueue(
            ModelNodes nodes, String viewer, @Nullable String assignee, @Nullable String project) {
        this.nodes = nodes;
        this.viewer = viewer;
        this.assignee = assignee;
        this.project = project;
    }

    NodeQueue read() {
        List<Item> items = new ArrayList<>();
        int leased = 0;
        int reserved = 0;
        int blocked = 0;
        int dormant = 0;
        for (ModelPage page : nodes.pages) {
            boolean fits = project == null || project.equals(page.text.project());
            if (!fits || !page.text.type().queueable() || !isOpen(page)) {
                continue;
            }
            if (assignee != null && !isOf(assignee, page)) {
                continue;
            }
            if (page.text.wakeMillis() > nodes.wallMillis()) {
                nodes.sleeps();
                dormant++;
                continue;
            }
            Item item = item(page);
            NodeLease lease = item.lease();
            if (assignee != null) {
                items.add(item);
            } else if (lease != null && !item.mine()) {
                leased += lease.reserved() ? 0 : 1;
                reserved += lease.reserved() ? 1 : 0;
            } else if (lease == null && item.blockers() > 0) {
                blocked++;
            } else {
                items.add(item);
            }
        }
        // The pages are in order of creation, and the sort is stable.
        items.sort(Comparator.comparingInt(this::rank)
                .thenComparing(Comparator.comparingInt(Item::score).reversed()));
        return counted(items, leased, reserved, blocked, dormant);
    }

    /** A person's view lists the viewer's own leases first, then the viewer's reservations. */
    private int rank(Item item) {
        NodeLease lease = item.lease();
        return assignee == null ? 0 : lease == null || !item.mine() ? 2 : lease.reserved() ? 1 : 0;
    }

    private static NodeQueue counted(
            List<Item> items, int leased, int reserved, int blocked, int dormant) {
        Map<String, Integer> byType = new TreeMap<>();
        Map<String, Integer> byProject = new TreeMap<>();
        Map<String, Integer> bySuggest = new TreeMap<>();
        Map<String, Integer> byReadiness = new TreeMap<>();
        for (Item item : items) {
            byType.merge(item.type().text(), 1, Integer::sum);
            byProject.merge(item.project(), 1, Integer::sum);
            bySuggest.merge(item.suggest(), 1, Integer::sum);
            if (!item.readiness().isEmpty()) {
                byReadiness.merge(item.readiness(), 1, Integer::sum);
            }
        }
        return new NodeQueue(
                items,
                items.size(),
                byType,
                byProject,
                bySuggest,
                byReadiness,
                leased,
                reserved,
                blocked,
                dormant,
                QueuePlace.END);
    }

    private boolean isOf(String person, ModelPage page) {
        ModelPage node = nodes.find(person);
        return page.has(NodeEdge.ASSIGNED, person) || node != null && node.has("stewards", page.id);
    }

    private boolean isOpen(ModelPage page) {
        if (page.text.type().isTerminal(page.status())) {
            return false;
        }
        for (ModelPage other : nodes.pages) {
            boolean resolves = other.has("resolves", page.id) || other.has("answers", page.id);
            if (other.has("supersedes", page.id)
                    || resolves && NodeType.isResolving(other.status())) {
                return false;
            }
        }
        return true;
    }

    private Item item(ModelPage page) {
        List<String> blockers = new ArrayList<>();
        int blocking = 0;
        for (ModelPage other : nodes.pages) {
            if (other.has("blocks", page.id) && isOpen(other)) {
                blockers.add(other.id);
            }
            blocking += page.has("blocks", other.id) && isOpen(other) ? 1 : 0;
        }
        String assigned = null;
        for (NodeEdge edge : page.edges()) {
            boolean first = assigned == null && edge.type().equals(NodeEdge.ASSIGNED);
            assigned = first ? edge.to() : assigned;
        }
        boolean said = !page.readiness().isEmpty();
        int bump = switch (page.priority()) {
            case "p1" -> 6;
            case "p2" -> 3;
            case "p3" -> 1;
            default -> 0;
        };
        NodeLease lease = nodes.lease(page);
        return new Item(
                page.id,
                page.text.title(),
                page.text.type(),
                page.status(),
                page.text.project(),
                page.priority(),
                bump + 3 * blocking - 3 * blockers.size(),
                blocking,
                blockers.size(),
                blockers,
                said ? page.readiness() : assigned == null ? "" : "human",
                said ? null : assigned,
                page.createdMillis,
                lease,
                lease != null && lease.by().equals(viewer));
    }
}
