package io.holdfast.core.nodes;

import io.holdfast.core.command.WorkEdge;
import io.holdfast.core.command.WorkType;
import io.holdfast.core.query.Query.ReadQueue;
import io.holdfast.core.query.WorkQueue;
import io.holdfast.core.query.WorkQueue.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads one page of the queue. One is made for each question. */
final class QueueReader {

    private static final int BLOCKERS_SHOWN = 10;

    private final NodesTenant tenant;
    private final ReadQueue query;
    private final long nowNanos;
    private final long wallMillis;
    private final @Nullable Spot viewer;
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

    QueueReader(NodesTenant tenant, ReadQueue query, long nowNanos, long wallMillis) {
        this.tenant = tenant;
        this.query = query;
        this.nowNanos = nowNanos;
        this.wallMillis = wallMillis;
        this.viewer = tenant.spots.get(query.viewer());
    }

    WorkQueue read() {
        String assignee = query.assignee();
        if (assignee == null) {
            plain();
        } else {
            agenda(tenant.spots.get(assignee));
        }
        return new WorkQueue(
                items,
                total,
                byType,
                byProject,
                bySuggest,
                byReadiness,
                leased,
                reserved,
                blocked,
                dormant);
    }

    /** What is free for all, and one's own. The free ones are counted, not looked at. */
    private void plain() {
        List<TreeSet<Standing>> sources = new ArrayList<>();
        String project = query.project();
        @Nullable
        Shelf[] shelves = project == null ? tenant.queue.all : tenant.queue.byProject.get(project);
        for (int i = 0; shelves != null && i < shelves.length; i++) {
            Shelf shelf = shelves[i];
            if (shelf != null && fits(i)) {
                leased += shelf.leased;
                reserved += shelf.reserved;
                blocked += shelf.blocked;
                if (!shelf.free.isEmpty()) {
                    sources.add(shelf.free);
                    count(i, shelf.free.size());
                }
            }
        }
        countProjects();
        TreeSet<Standing> mine = new TreeSet<>(Standing.ORDER);
        if (viewer != null && viewer.holding != null) {
            for (Standing standing : viewer.holding) {
                if (fits(standing) && standing.wakeMillis() == 0) {
                    mine.add(standing);
                    leased -= standing.reserved() ? 0 : 1;
                    reserved -= standing.reserved() ? 1 : 0;
                    count(standing);
                }
            }
            sources.add(mine);
        }
        sources.add(woken());
        merge(sources);
    }

    /** Those with a wake date that has come, and that are free or one's own. */
    private TreeSet<Standing> woken() {
        TreeSet<Standing> woken = new TreeSet<>(Standing.ORDER);
        for (Standing standing : tenant.queue.sleepers) {
            if (!fits(standing) || sleeps(standing)) {
                continue;
            }
            Spot holder = standing.holder();
            if (holder != null && holder != viewer) {
                leased += standing.reserved() ? 0 : 1;
                reserved += standing.reserved() ? 1 : 0;
            } else if (holder == null && standing.blocked()) {
                blocked++;
            } else {
                count(standing);
                woken.add(standing);
            }
        }
        return woken;
    }

    /** Whoever sleeps is counted and not shown, not even to whoever holds it. */
    private boolean sleeps(Standing standing) {
        boolean sleeps = wallMillis < standing.wakeMillis();
        dormant += sleeps ? 1 : 0;
        return sleeps;
    }

    private void countProjects() {
        String project = query.project();
        for (Map.Entry<String, @Nullable Shelf[]> entry : tenant.queue.byProject.entrySet()) {
            if (project == null || project.equals(entry.getKey())) {
                int count = 0;
                @Nullable Shelf[] shelves = entry.getValue();
                for (int i = 0; i < shelves.length; i++) {
                    Shelf shelf = shelves[i];
                    count += shelf != null && fits(i) ? shelf.free.size() : 0;
                }
                if (count > 0) {
                    byProject.merge(entry.getKey(), count, Integer::sum);
                }
            }
        }
    }

    /** The foremost of each source is compared with those of the others, until the page is full. */
    private void merge(List<TreeSet<Standing>> sources) {
        record Head(Standing first, Iterator<Standing> rest) {}
        PriorityQueue<Head> heads =
                new PriorityQueue<>(Comparator.comparing(Head::first, Standing.ORDER));
        for (TreeSet<Standing> source : sources) {
            Iterator<Standing> rest = source.iterator();
            if (rest.hasNext()) {
                heads.add(new Head(rest.next(), rest));
            }
        }
        int passed = 0;
        while (!heads.isEmpty() && items.size() < query.limit()) {
            Head head = heads.remove();
            if (passed++ >= query.offset()) {
                items.add(item(head.first()));
            }
            if (head.rest().hasNext()) {
                heads.add(new Head(head.rest().next(), head.rest()));
            }
        }
    }

    /** All that a person is assigned to or stewards; the asker's own leases come first. */
    private void agenda(@Nullable Spot person) {
        List<List<Standing>> ranks =
                List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Standing standing : all(person)) {
            if (fits(standing) && !sleeps(standing)) {
                count(standing);
                boolean mine = standing.holder() != null && standing.holder() == viewer;
                int rank = !mine ? 2 : standing.reserved() ? 1 : 0;
                ranks.get(rank).add(standing);
            }
        }
        int passed = 0;
        for (List<Standing> rank : ranks) {
            for (Standing standing : rank) {
                if (passed++ >= query.offset() && items.size() < query.limit()) {
                    items.add(item(standing));
                }
            }
        }
    }

    private static TreeSet<Standing> all(@Nullable Spot person) {
        TreeSet<Standing> all = new TreeSet<>(Standing.ORDER);
        if (person == null) {
            return all;
        }
        WorkNode node = person.node;
        if (node != null) {
            for (WorkEdge edge : node.edges) {
                WorkNode cared =
                        edge.type().equals("stewards") ? person.tenant.find(edge.to()) : null;
                Standing standing = cared == null ? null : cared.standing;
                if (standing != null) {
                    all.add(standing);
                }
            }
        }
        TreeSet<Standing> agenda = person.agenda;
        if (agenda == null) {
            return all;
        }
        if (all.isEmpty()) {
            return agenda;
        }
        all.addAll(agenda);
        return all;
    }

    private boolean fits(Standing standing) {
        String project = query.project();
        return (project == null || project.equals(standing.project())) && fits(standing.shelf());
    }

    private boolean fits(int shelf) {
        WorkType type = Shelf.type(shelf);
        String readiness = query.readiness();
        return (query.types().isEmpty() || query.types().contains(type))
                && !query.excluded().contains(type)
                && (readiness == null || readiness.equals(Shelf.readiness(shelf)));
    }

    private void count(Standing standing) {
        byProject.merge(standing.project(), 1, Integer::sum);
        WorkType type = Shelf.type(standing.shelf());
        total++;
        byType.merge(type.text(), 1, Integer::sum);
        String free = type == WorkType.CAPTURE_PENDING ? "triage" : "do";
        bySuggest.merge(standing.blocked() ? "blocked" : free, 1, Integer::sum);
        countReadiness(standing.shelf(), 1);
    }

    private void count(int shelf, int number) {
        total += number;
        WorkType type = Shelf.type(shelf);
        byType.merge(type.text(), number, Integer::sum);
        String suggest = type == WorkType.CAPTURE_PENDING ? "triage" : "do";
        bySuggest.merge(suggest, number, Integer::sum);
        countReadiness(shelf, number);
    }

    private void countReadiness(int shelf, int number) {
        String readiness = Shelf.readiness(shelf);
        if (!readiness.isEmpty()) {
            byReadiness.merge(readiness, number, Integer::sum);
        }
    }

    private Item item(Standing standing) {
        WorkNode node = standing.node();
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
                Shelf.readiness(standing.shelf()),
                assignee(node),
                node.createdMillis,
                node.lease(nowNanos),
                standing.holder() != null && standing.holder() == viewer);
    }

    private static @Nullable String assignee(WorkNode node) {
        if (node.readiness.isEmpty()) {
            for (WorkEdge edge : node.edges) {
                if (edge.type().equals(WorkEdge.ASSIGNED)) {
                    return edge.to();
                }
            }
        }
        return null;
    }

    private static List<String> blockedBy(WorkNode node) {
        if (node.blockers == 0) {
            return List.of();
        }
        List<String> ids = new ArrayList<>();
        TreeSet<WorkNode> sources = node.spot.inbound(Relation.BLOCKS);
        if (sources != null) {
            for (WorkNode source : sources) {
                if (source.open && ids.size() < BLOCKERS_SHOWN) {
                    ids.add(source.id());
                }
            }
        }
        return ids;
    }
}
