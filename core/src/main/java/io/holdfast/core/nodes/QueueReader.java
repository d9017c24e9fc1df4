package io.holdfast.core.nodes;

import io.holdfast.core.query.NodeQueue;
import io.holdfast.core.query.NodeQueue.Item;
import io.holdfast.core.query.Query.ReadQueue;
import io.holdfast.core.query.QueuePlace;
import io.holdfast.core.query.QueuePlace.Step;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a page of the queue, or as much of it as one task may visit. One instance serves one query.
 * The index counts the free nodes. Only the viewer's own leases, the nodes with a wake date, one
 * person's agenda and the nodes up to the end of the page are visited.
 */
final class QueueReader {

    private static final int BLOCKERS_SHOWN = 10;

    /** A node may have many closed blockers, so the search for open ones stops after this many. */
    private static final int BLOCKER_LOOKS_MAX = 64;

    private final NodesTenant tenant;
    private final ReadQueue query;
    private final long nowNanos;
    private final long wallMillis;
    private final Visits visits;
    private final @Nullable Vertex viewer;

    /** Whether the query asks for the nodes of a bucket, decided once for all projects. */
    private final boolean[] wanted = new boolean[QueueBucket.COUNT];

    private final Map<String, Integer> byType = new TreeMap<>();
    private final Map<String, Integer> byProject = new TreeMap<>();
    private final Map<String, Integer> bySuggest = new TreeMap<>();
    private final Map<String, Integer> byReadiness = new TreeMap<>();
    private final List<Item> items = new ArrayList<>();
    private int total;
    private int leased;
    private int reserved;
    private int blocked;
    private int dormant;

    QueueReader(
            NodesTenant tenant, ReadQueue query, long nowNanos, long wallMillis, Visits visits) {
        this.tenant = tenant;
        this.query = query;
        this.nowNanos = nowNanos;
        this.wallMillis = wallMillis;
        this.visits = visits;
        this.viewer = tenant.spots.get(query.viewer());
        for (int bucket = 0; bucket < wanted.length; bucket++) {
            wanted[bucket] = wants(bucket);
        }
    }

    private boolean wants(int bucket) {
        NodeType type = QueueBucket.type(bucket);
        String readiness = query.readiness();
        return (query.types().isEmpty() || query.types().contains(type))
                && !query.excluded().contains(type)
                && (readiness == null || readiness.equals(QueueBucket.readiness(bucket)));
    }

    NodeQueue read() {
        QueuePlace place = query.from();
        while (!place.isEnd() && visits.more()) {
            place = step(place);
        }
        return new NodeQueue(
                items,
                total,
                byType,
                byProject,
                bySuggest,
                byReadiness,
                leased,
                reserved,
                blocked,
                dormant,
                place);
    }

    /** Executes a step, or as much of it as may be visited. */
    private QueuePlace step(QueuePlace place) {
        return switch (place.step()) {
            case COUNTERS -> counters();
            case OWN -> walk(place, own(), this::countOwn, Step.SLEEPERS);
            case SLEEPERS ->
                walk(place, List.of(tenant.queue.sleepers), this::countWoken, Step.ITEMS);
            case AGENDA -> walk(place, agenda(), this::countAgenda, Step.ITEMS);
            case ITEMS, RESERVED_ITEMS, OTHER_ITEMS -> items(place);
            case PROJECTS -> projects(place);
            case END -> place;
        };
    }

    /** Counts the free nodes without visiting them. */
    private QueuePlace counters() {
        if (query.assignee() != null) {
            return QueuePlace.of(Step.AGENDA, 0, 0);
        }
        @Nullable QueueBucket[] buckets = buckets();
        for (int i = 0; buckets != null && i < buckets.length; i++) {
            QueueBucket bucket = buckets[i];
            if (bucket != null && wanted[i]) {
                leased += bucket.leased;
                reserved += bucket.reserved;
                blocked += bucket.blocked;
                if (!bucket.free.isEmpty()) {
                    count(i, bucket.free.size());
                }
            }
        }
        return QueuePlace.of(Step.OWN, 0, 0);
    }

    private @Nullable QueueBucket @Nullable [] buckets() {
        String project = query.project();
        return project == null ? tenant.queue.all : tenant.queue.byProject.get(project);
    }

    private QueuePlace walk(
            QueuePlace place,
            List<TreeSet<Standing>> sources,
            Consumer<Standing> each,
            Step after) {
        QueueMerge merge = new QueueMerge(sources, place.score(), place.number());
        QueuePlace reached = place;
        Standing standing = merge.next();
        while (standing != null && visits.more()) {
            visits.row();
            each.accept(standing);
            reached = place.after(standing.score(), standing.number(), 0, 0);
            standing = merge.next();
        }
        return standing == null ? QueuePlace.of(after, 0, 0) : reached;
    }

    private List<TreeSet<Standing>> own() {
        return viewer == null || viewer.holding == null ? List.of() : List.of(viewer.holding);
    }

    /**
     * Corrects the counts of the index, which counts the viewer's own leases as those of others.
     */
    private void countOwn(Standing standing) {
        if (fits(standing) && standing.wakeMillis() == 0) {
            leased -= standing.reserved() ? 0 : 1;
            reserved -= standing.reserved() ? 1 : 0;
            count(standing);
        }
    }

    private void countWoken(Standing standing) {
        if (!fits(standing)) {
            return;
        }
        Vertex holder = standing.holder();
        if (sleeps(standing)) {
            dormant++;
        } else if (holder != null && holder != viewer) {
            leased += standing.reserved() ? 0 : 1;
            reserved += standing.reserved() ? 1 : 0;
        } else if (holder == null && standing.blocked()) {
            blocked++;
        } else {
            count(standing);
        }
    }

    private void countAgenda(Standing standing) {
        if (fits(standing)) {
            if (sleeps(standing)) {
                dormant++;
            } else {
                count(standing);
            }
        }
    }

    /**
     * Returns whether the node is dormant. Dormant nodes are counted but not shown, even to their
     * holder.
     */
    private boolean sleeps(Standing standing) {
        return wallMillis < standing.wakeMillis();
    }

    /** Skips the nodes before the page and adds those on it. */
    private QueuePlace items(QueuePlace place) {
        boolean plain = query.assignee() == null;
        QueueMerge merge =
                new QueueMerge(plain ? listed() : agenda(), place.score(), place.number());
        QueuePlace reached = place;
        int passed = place.passed();
        int listed = place.listed();
        Standing standing = merge.next();
        while (standing != null && visits.more() && listed < query.limit()) {
            visits.row();
            if (shows(standing, place.step()) && passed++ >= query.offset()) {
                items.add(item(standing));
                listed++;
            }
            reached = place.after(standing.score(), standing.number(), passed, listed);
            standing = merge.next();
        }
        boolean full = listed >= query.limit();
        if (standing != null && !full) {
            return reached;
        }
        if (plain) {
            return QueuePlace.of(Step.PROJECTS, 0, 0);
        }
        return full || place.step() == Step.OTHER_ITEMS
                ? QueuePlace.END
                : QueuePlace.of(
                        place.step() == Step.ITEMS ? Step.RESERVED_ITEMS : Step.OTHER_ITEMS,
                        passed,
                        listed);
    }

    /** Returns all sets that contain the nodes of a plain list. */
    private List<TreeSet<Standing>> listed() {
        List<TreeSet<Standing>> sources = new ArrayList<>(own());
        sources.add(tenant.queue.sleepers);
        @Nullable QueueBucket[] buckets = buckets();
        for (int i = 0; buckets != null && i < buckets.length; i++) {
            QueueBucket bucket = buckets[i];
            if (bucket != null && wanted[i]) {
                sources.add(bucket.free);
            }
        }
        return sources;
    }

    /**
     * Returns whether a step shows this node. A person's list has own leases first, then
     * reservations.
     */
    private boolean shows(Standing standing, Step step) {
        if (!fits(standing) || sleeps(standing)) {
            return false;
        }
        Vertex holder = standing.holder();
        boolean mine = holder != null && holder == viewer;
        if (query.assignee() == null) {
            return mine || standing.free();
        }
        Step shown =
                !mine ? Step.OTHER_ITEMS : standing.reserved() ? Step.RESERVED_ITEMS : Step.ITEMS;
        return step == shown;
    }

    /** Returns the nodes that the person is assigned to or stewards. */
    private List<TreeSet<Standing>> agenda() {
        String assignee = query.assignee();
        Vertex person = assignee == null ? null : tenant.spots.get(assignee);
        if (person == null) {
            return List.of();
        }
        TreeSet<Standing> stewarded = new TreeSet<>(Standing.ORDER);
        Node node = person.node;
        if (node != null) {
            for (NodeEdge edge : node.edges) {
                Node cared = edge.type().equals("stewards") ? person.tenant.find(edge.to()) : null;
                Standing standing = cared == null ? null : cared.standing;
                if (standing != null) {
                    stewarded.add(standing);
                }
            }
        }
        TreeSet<Standing> assigned = person.agenda;
        return assigned == null ? List.of(stewarded) : List.of(stewarded, assigned);
    }

    private QueuePlace projects(QueuePlace place) {
        String only = query.project();
        if (only != null) {
            @Nullable QueueBucket[] buckets = tenant.queue.byProject.get(only);
            if (buckets != null) {
                countProject(only, buckets);
            }
            return QueuePlace.END;
        }
        String last = place.project();
        Map<String, @Nullable QueueBucket[]> all = tenant.queue.byProject;
        Map<String, @Nullable QueueBucket[]> left =
                last == null ? all : tenant.queue.byProject.tailMap(last, false);
        for (Map.Entry<String, @Nullable QueueBucket[]> entry : left.entrySet()) {
            if (!visits.more()) {
                return new QueuePlace(Step.PROJECTS, 0, 0, 0, 0, last);
            }
            countProject(entry.getKey(), entry.getValue());
            last = entry.getKey();
        }
        return QueuePlace.END;
    }

    private void countProject(String project, @Nullable QueueBucket[] buckets) {
        int count = 0;
        visits.row();
        for (int i = 0; i < buckets.length; i++) {
            QueueBucket bucket = buckets[i];
            if (bucket != null) {
                visits.row();
                count += wanted[i] ? bucket.free.size() : 0;
            }
        }
        if (count > 0) {
            byProject.merge(project, count, Integer::sum);
        }
    }

    private boolean fits(Standing standing) {
        String project = query.project();
        return (project == null || project.equals(standing.project())) && wanted[standing.bucket()];
    }

    private void count(Standing standing) {
        byProject.merge(standing.project(), 1, Integer::sum);
        NodeType type = QueueBucket.type(standing.bucket());
        total++;
        byType.merge(type.text(), 1, Integer::sum);
        String free = type == NodeType.CAPTURE_PENDING ? "triage" : "do";
        bySuggest.merge(standing.blocked() ? "blocked" : free, 1, Integer::sum);
        countReadiness(standing.bucket(), 1);
    }

    private void count(int bucket, int number) {
        total += number;
        NodeType type = QueueBucket.type(bucket);
        byType.merge(type.text(), number, Integer::sum);
        String suggest = type == NodeType.CAPTURE_PENDING ? "triage" : "do";
        bySuggest.merge(suggest, number, Integer::sum);
        countReadiness(bucket, number);
    }

    private void countReadiness(int bucket, int number) {
        String readiness = QueueBucket.readiness(bucket);
        if (!readiness.isEmpty()) {
            byReadiness.merge(readiness, number, Integer::sum);
        }
    }

    private Item item(Standing standing) {
        Node node = standing.node();
        return new Item(
                node.id(),
                node.text.title(),
                node.type(),
                node.status,
                node.project(),
                node.priority,
                standing.score(),
                node.blocking,
                node.blockers,
                blockedBy(node),
                QueueBucket.readiness(standing.bucket()),
                assignee(node),
                node.createdMillis,
                node.lease(nowNanos),
                standing.holder() != null && standing.holder() == viewer);
    }

    private static @Nullable String assignee(Node node) {
        if (node.readiness.isEmpty()) {
            for (NodeEdge edge : node.edges) {
                if (edge.type().equals(NodeEdge.ASSIGNED)) {
                    return edge.to();
                }
            }
        }
        return null;
    }

    private List<String> blockedBy(Node node) {
        TreeSet<Node> sources = node.spot.inbound(Relation.BLOCKS);
        if (node.blockers == 0 || sources == null) {
            return List.of();
        }
        List<String> ids = new ArrayList<>();
        int looks = 0;
        for (Node source : sources) {
            if (ids.size() == BLOCKERS_SHOWN || looks++ == BLOCKER_LOOKS_MAX) {
                break;
            }
            visits.row();
            if (source.open) {
                ids.add(source.id());
            }
        }
        return ids;
    }
}
