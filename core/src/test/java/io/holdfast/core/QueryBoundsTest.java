package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.query.ClaimFilter;
import io.holdfast.core.query.ClaimFilter.Range;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.query.ResourceAnswer.Order;
import io.holdfast.core.query.ResourceAnswer.Use;
import io.holdfast.core.query.ResourceFilter;
import io.holdfast.core.query.SessionView;
import io.holdfast.core.state.VisitedRows;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntitySpec;
import io.holdfast.core.value.EntityType;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.LockRules;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.SessionId;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.TokenDigest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * No query blocks the lane: in every state one read visits a limited number of rows, and the pages
 * of a list contain each row once.
 */
final class QueryBoundsTest {

    private static final int ROWS = 3_000;

    /** A page may end among the holders of a key or the sources of a node. */
    private static final int VISITS_MAX = 3 * Visits.ROWS_MAX;

    private static final long HOUR_NANOS = 3_600_000_000_000L;
    private static final String TENANT = Actor.MEMBER.tenant();
    private static final NodeAuthor ANN = NodeAuthor.person("person-ann", "Ann");

    private final Machine machine = new Machine();
    private long sequence;
    private long nowNanos = 1;

    @Test
    void everyQueryVisitsALimitedNumberOfRows() {
        largeState();
        Map<Class<?>, List<Query<?>>> cases = cases();
        assertThat(cases.keySet())
                .as("a query without a case here has no bound")
                .containsExactlyInAnyOrder(Query.class.getPermittedSubclasses());
        cases.values().forEach(queries -> queries.forEach(this::walk));
    }

    @Test
    void pagesHaveEveryRowOnce() {
        largeState();
        List<String> keys = new ArrayList<>();
        pages(
                new Query.LocksStats(TENANT),
                page -> page.keys().forEach(row -> keys.add(row.key())));
        assertThat(keys).doesNotHaveDuplicates().hasSize(ROWS + 1);
        List<String> faults = new ArrayList<>();
        pages(
                new Query.ListFaults(TENANT, EntityAnswer.Place.START),
                page -> page.items().forEach(item -> faults.add(item.entity() + item.key())));
        assertThat(faults).doesNotHaveDuplicates().hasSize(2 * ROWS);
        List<String> names = new ArrayList<>();
        pages(names(), page -> names.addAll(page.names()));
        assertThat(names).doesNotHaveDuplicates().hasSize(ROWS);
        Set<String> ids = new HashSet<>();
        int[] total = new int[1];
        Map<String, Integer> projects = new HashMap<>();
        pages(queue(null, 0), part -> {
            total[0] += part.total();
            part.items().forEach(item -> assertThat(ids.add(item.id())).isTrue());
            part.byProject().forEach((name, count) -> projects.merge(name, count, Integer::sum));
        });
        assertThat(ids).hasSize(100);
        assertThat(projects.values().stream().mapToInt(Integer::intValue).sum())
                .isEqualTo(total[0]);
    }

    @Test
    void projectOfTheQueueCountsAsOneVisitForEachTypeOfItsNodes() {
        ask(new MemberCommand.Started("n1", 1, 0, 1));
        ask(new MemberCommand.Configure(Settings.DEFAULT));
        List<NodeType> types = List.of(NodeType.TASK, NodeType.ISSUE, NodeType.QUESTION);
        for (int i = 0; i < ROWS; i++) {
            for (NodeType type : types) {
                write(type.text() + "-" + i, type, "", "project-" + i, 0);
            }
        }
        int[] pages = new int[1];
        pages(queue(null, 0), part -> pages[0] += part.next().project() == null ? 0 : 1);
        assertThat(pages[0]).isGreaterThanOrEqualTo(ROWS * types.size() / Visits.ROWS_MAX);
    }

    @Test
    void rowsRemovedOrAddedBetweenPagesLeaveTheOthersListedOnce() {
        largeState();
        Set<String> found = new TreeSet<>();
        int[] changes = new int[1];
        pages(new Query.ListFaults(TENANT, EntityAnswer.Place.START), page -> {
            page.items()
                    .forEach(item -> assertThat(found.add(item.entity() + " " + item.key()))
                            .isTrue());
            // The entity at which the page ended is removed, and its successor's last fault too.
            String gone = page.items().isEmpty() ? "" : page.items().getLast().entity();
            if (gone.startsWith("app-") && changes[0]++ < 20) {
                ask(new EntitiesCommand.Remove(TENANT, EntityType.APP, gone));
                report("late-" + changes[0]);
            }
        });
        assertThat(changes[0]).isPositive();
        for (int i = 0; i < ROWS; i++) {
            assertThat(found).contains("component many-" + i);
        }
        long apps = found.stream().filter(name -> name.startsWith("app-")).count();
        assertThat(apps).isEqualTo(ROWS);
    }

    @Test
    void runningSnapshotCountsDeletedRows() {
        largeState();
        machine.snapshot();
        for (int i = 0; i < ROWS; i++) {
            ask(new EntitiesCommand.Remove(TENANT, EntityType.APP, "app-" + i));
        }
        walk(new Query.ListEntities(TENANT, EntityType.APP, 0));
        List<String> left = new ArrayList<>();
        pages(
                new Query.ListEntities(TENANT, EntityType.COMPONENT, 0),
                page -> page.entities().forEach(entity -> left.add(entity.spec().id())));
        assertThat(left).containsExactly("component");
    }

    private Map<Class<?>, List<Query<?>>> cases() {
        ClaimFilter none = new ClaimFilter(
                null, null, Range.OPEN, Range.OPEN, Range.OPEN, new Range(1e8, 2e8));
        ClaimFilter waiting = new ClaimFilter(
                "claimed", ClaimStatus.WAITING, Range.OPEN, Range.OPEN, Range.OPEN, Range.OPEN);
        List<Query<?>> all = List.of(
                new Query.LocksStats(TENANT),
                new Query.LocksStats(TENANT, new Query.StatsPart(KeyKind.SEMAPHORE, true), 0),
                new Query.Gauges(),
                new Query.FindSession(TENANT, new SessionId(0, 1)),
                new Query.ListSessions(TENANT, null, 0, 700),
                new Query.ListSessions(TENANT, "absent", 0, 700),
                new Query.ShowSession(TENANT, busiest()),
                new Query.FindSessionId(TENANT, busiest()),
                new Query.ListOwnedGrants(TENANT, "ann", ResourceAnswer.Place.START, 100),
                new Query.ListOwnedGrants(TENANT, "absent", ResourceAnswer.Place.START, 100),
                new Query.FindPool(new ResourceName(TENANT, Space.POOLS, "p")),
                new Query.FindResource(new ResourceName(TENANT, Space.LOCKS, "waited")),
                history(ResourceFilter.NONE, Query.Period.ALL),
                history(new ResourceFilter(null, "", null, "absent"), Query.Period.ALL),
                history(ResourceFilter.NONE, new Query.Period(-2, -1)),
                new Query.FindClaim(TENANT, 1),
                new Query.LastClaim(TENANT, "claimed"),
                new Query.ListClaims(TENANT, ClaimFilter.ALL, 0, 0, 10_000),
                new Query.ListClaims(TENANT, none, 0, 0, 10_000),
                new Query.ListClaims(TENANT, ClaimFilter.ALL, 0, ROWS - 1, 10_000),
                new Query.ListClaims(TENANT, waiting, 0, 0, 10_000),
                new Query.ListClaims(TENANT, waiting, 1, ROWS - 2, 10_000),
                new Query.FindEntity(TENANT, EntityType.APP, "app-1"),
                new Query.ListEntities(TENANT, EntityType.APP, 0),
                new Query.ListEntities(TENANT, EntityType.FUNCTION, 0),
                new Query.FindItems(
                        TENANT,
                        EntityType.COMPONENT,
                        "component",
                        EntityCollection.FAULTS,
                        "many-",
                        false),
                names(),
                new Query.ListFaults(TENANT, EntityAnswer.Place.START),
                new Query.CheckWrite(
                        TENANT, EntityType.APP, "app-1", new ClientId(1, 2), EntityCollection.DATA),
                new Query.HasManifest(TENANT),
                new Query.FindNode(TENANT, "task-resolved"),
                new Query.FindMissing(TENANT, List.of("a", "b")),
                new Query.ListNodes(TENANT, ""),
                new Query.ListAgents(TENANT, ANN.person(), 0),
                new Query.ReadGraph(TENANT),
                new Query.FindAgent(TENANT, new TokenDigest(1, 2)),
                queue(null, 0),
                queue(null, 2 * ROWS),
                queue(ANN.person(), 0),
                queue(ANN.person(), ROWS - 10));
        Map<Class<?>, List<Query<?>>> cases = new HashMap<>();
        all.forEach(query -> cases.computeIfAbsent(query.getClass(), type -> new ArrayList<>())
                .add(query));
        cases.put(Query.ListResources.class, resources());
        return cases;
    }

    /** Returns the number of the session that holds all locks. */
    private long busiest() {
        Query<SessionView.Page> first = new Query.ListSessions(TENANT, null, 0, 1);
        ReadPoint now = new ReadPoint(0, machine.nowNanos());
        return machine.read(first, now).sessions().getFirst().number();
    }

    private static Query.ListItemNames names() {
        return new Query.ListItemNames(
                TENANT, EntityType.COMPONENT, "component", EntityCollection.OPERATIONS, "");
    }

    private static Query.ReadQueue queue(@Nullable String assignee, int offset) {
        return new Query.ReadQueue(
                TENANT, ANN.person(), assignee, null, List.of(), List.of(), null, offset, 100);
    }

    /** Returns each order with each filter, and filters that nothing matches. */
    private static List<Query<?>> resources() {
        List<ResourceFilter> filters = new ArrayList<>(List.of(
                ResourceFilter.NONE,
                new ResourceFilter(Space.LOCKS, "", null, null),
                new ResourceFilter(Space.POOLS, "", null, null),
                new ResourceFilter(null, "lock-1", null, null),
                new ResourceFilter(null, "absent", null, null),
                new ResourceFilter(null, "", null, "bob"),
                new ResourceFilter(null, "", null, "absent"),
                new ResourceFilter(Space.LOCKS, "lock-", Use.WAITED_FOR, "bob")));
        for (Use use : Use.values()) {
            filters.add(new ResourceFilter(null, "", use, null));
        }
        List<Query<?>> all = new ArrayList<>();
        for (Order order : Order.values()) {
            filters.forEach(filter -> all.add(resources(order, filter)));
        }
        return all;
    }

    @Test
    void pagesOfEveryOrderHaveEveryContendedResourceOnce() {
        largeState();
        for (Order order : Order.values()) {
            List<String> keys = new ArrayList<>();
            pages(
                    resources(order, new ResourceFilter(null, "lock-", Use.WAITED_FOR, "bob")),
                    page -> page.rows().forEach(row -> keys.add(row.name().key())));
            assertThat(keys).as("%s", order).doesNotHaveDuplicates().hasSize(ROWS);
        }
    }

    private static Query.ListResources resources(Order order, ResourceFilter filter) {
        return new Query.ListResources(TENANT, filter, order, ResourceAnswer.Place.START, 700);
    }

    private static Query.ListHistory history(ResourceFilter filter, Query.Period period) {
        return new Query.ListHistory(TENANT, filter, period, 0, 10_000);
    }

    /** Reads all pages, each of which visits few rows. */
    private void walk(Query<?> query) {
        pages(query, page -> {});
    }

    private <A extends @Nullable Object> void pages(Query<A> first, Consumer<A> each) {
        Query<A> query = first;
        for (int pages = 0; query != null; pages++) {
            assertThat(pages).as("%s ends", first).isLessThan(2_000);
            Visits visits = new Visits();
            A answer = machine.read(query, new ReadPoint(0, machine.nowNanos()), visits);
            assertThat(VisitedRows.of(visits)).as("%s", query).isLessThanOrEqualTo(VISITS_MAX);
            assertThat(VisitedRows.of(visits))
                    .as("%s", query)
                    .isGreaterThanOrEqualTo(QueryPages.rows(answer));
            each.accept(answer);
            query = QueryPages.next(query, answer);
        }
    }

    private void largeState() {
        ask(new MemberCommand.Started("n1", 1, 0, 1));
        ask(new MemberCommand.RaiseFormat(Format.NEWEST));
        ask(new MemberCommand.Configure(Settings.DEFAULT.withHistory(Limits.HISTORY_MAX)));
        pastGrants();
        locks();
        claims();
        entities();
        nodes();
        assertThat(Inspection.problems(machine)).isEmpty();
    }

    /** Half of them are of one resource, the other half of one each. */
    private void pastGrants() {
        SessionId session = new SessionId(0, 2);
        ask(new SessionCommand.Open(session, null, false));
        for (int i = 0; i < ROWS; i++) {
            String key = i % 2 == 0 ? "waited" : "past-" + i;
            acquire(session, key, KeyKind.LOCK, 1, i);
            ResourceName name = new ResourceName(TENANT, Space.LOCKS, key);
            ask(new ResourceCommand.Break(name, machine.fence(), "over"));
        }
        // Idle keys are removed; their history stays.
        machine.apply(new Batch(machine.nowNanos() + HOUR_NANOS, 0, List.of()));
    }

    private void locks() {
        SessionId session = new SessionId(0, 1);
        ask(new SessionCommand.Open(session, null, false));
        ask(new SessionCommand.Open(new SessionId(0, 3), null, false));
        for (int i = 0; i < ROWS; i++) {
            acquire(session, "lock-" + i, KeyKind.LOCK, 1, i);
            waitFor("lock-" + i, i);
            acquire(session, "shared", KeyKind.SEMAPHORE, ROWS, i);
            ask(new SessionCommand.Open(new SessionId(1, i), null, true));
        }
    }

    private void waitFor(String key, long salt) {
        ask(new LocksCommand.Acquire(
                new ResourceName(TENANT, Space.LOCKS, key),
                KeyKind.LOCK,
                new SessionId(0, 3),
                1,
                HOUR_NANOS,
                HOUR_NANOS,
                salt,
                "bob"));
    }

    private void acquire(SessionId session, String key, KeyKind kind, int limit, long salt) {
        ask(new LocksCommand.Acquire(
                new ResourceName(TENANT, Space.LOCKS, key),
                kind,
                session,
                limit,
                0,
                HOUR_NANOS,
                salt,
                null));
    }

    private void claims() {
        for (int i = 0; i < ROWS; i++) {
            ask(new ClaimsCommand.Create(TENANT, "claimed", HOUR_NANOS, "", null));
        }
        // The claim at which a page may have ended is withdrawn; those behind it keep waiting.
        ask(new ClaimsCommand.Move(TENANT, 2, null, ClaimStatus.WITHDRAWN));
    }

    private void entities() {
        register(EntityType.COMPONENT, "component", null);
        Blob value = new Blob("{}".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < ROWS; i++) {
            report("many-" + i);
            register(EntityType.APP, "app-" + i, "component");
            ask(new EntitiesCommand.Report(TENANT, EntityType.APP, "app-" + i, "fault", value));
            ask(new EntitiesCommand.Write(
                    TENANT,
                    EntityType.COMPONENT,
                    "component",
                    null,
                    EntityCollection.OPERATIONS,
                    new EntitiesCommand.Change.Put("op-" + i + "/executions/1", value, false)));
        }
    }

    private void register(EntityType type, String id, @Nullable String parent) {
        ask(new EntitiesCommand.Register(
                TENANT, new EntitySpec(type, id, id, parent, LockRules.OPEN, null)));
    }

    private void report(String code) {
        Blob value = new Blob("{}".getBytes(StandardCharsets.UTF_8));
        ask(new EntitiesCommand.Report(TENANT, EntityType.COMPONENT, "component", code, value));
    }

    private void nodes() {
        write("task-resolved", NodeType.TASK, "", "", 0);
        write("task-blocked", NodeType.TASK, "", "", 0, new NodeEdge("assigned", "person-ann", ""));
        for (int i = 0; i < ROWS; i++) {
            write("task-free-" + i, NodeType.TASK, "", "project-" + i, 0);
            write(
                    "task-mine-" + i,
                    NodeType.TASK,
                    "",
                    "project-mine-" + i,
                    0,
                    new NodeEdge("assigned", "person-ann", ""));
            ask(new NodesCommand.Claim(TENANT, ANN, "task-mine-" + i, null, null));
            write("task-asleep-" + i, NodeType.TASK, "", "", i % 2 == 0 ? 1 : Long.MAX_VALUE);
            write(
                    "agent-" + i,
                    NodeType.AGENT,
                    "",
                    "",
                    0,
                    new NodeEdge("owned-by", "person-ann", ""));
            write(
                    "task-done-" + i,
                    NodeType.TASK,
                    i == ROWS - 1 ? "" : "abandoned",
                    "",
                    0,
                    new NodeEdge("resolves", "task-resolved", ""),
                    new NodeEdge("blocks", "task-blocked", ""));
        }
    }

    private void write(
            String id, NodeType type, String status, String project, long wake, NodeEdge... edges) {
        NodeText text = new NodeText(
                new Blob(id.getBytes(StandardCharsets.UTF_8)),
                type,
                id,
                status,
                "",
                "",
                project,
                Arrays.asList(edges),
                wake);
        ask(new NodesCommand.Write(TENANT, ANN, id, text, 0));
    }

    private void ask(Command<?> command) {
        nowNanos++;
        Proposal proposal =
                new Proposal(new Origin("n1", 1, ++sequence), Actor.MEMBER, null, command);
        machine.apply(new Batch(nowNanos, nowNanos / 1_000_000, List.of(proposal)));
    }
}
