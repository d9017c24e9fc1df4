package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.query.ResourceAnswer.Order;
import io.holdfast.core.query.ResourceAnswer.PastPage;
import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.core.query.ResourceAnswer.Use;
import io.holdfast.core.query.ResourceAnswer.WaiterRow;
import io.holdfast.core.query.ResourceFilter;
import io.holdfast.core.query.SessionView;
import io.holdfast.core.scenario.Script;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists of resources, sessions and their history: orders, filters, pages and times. */
final class ResourceReadsTest {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long SECOND_MILLIS = 1_000;

    /** The script's wall clock at log time zero. */
    private static final long WALL_MILLIS = 1_800_000_000_000L;

    private final Script script = new Script();

    @BeforeEach
    void fill() {
        script.block(List.of(
                "raise 4",
                "open a",
                "open b connected",
                "open c tenant blue",
                "acquire red by c tenant blue ttl 900s",
                "acquire past by a ttl 900s as i",
                "acquire short by a ttl 900s owner ann as s",
                "acquire long by a ttl 800s owner bob",
                "put pool count 1",
                "tick 1s",
                "release past by a token i",
                "acquire long by b wait 500s owner eve as w1",
                "tick 1s",
                "acquire long by b wait 500s as w2",
                "tick 1s",
                "enqueue short by b as w3",
                "acquire sem by a limit 3 ttl 900s",
                "acquire sem by a limit 3 ttl 900s owner dan"));
    }

    @Test
    void listByAgeStartsWithTheOldestAndLeavesOutWhatIsIdle() {
        assertThat(keys(Order.AGE, ResourceFilter.NONE)).containsExactly("short", "long", "sem");
        assertThat(keys(Order.AGE, use(Use.HELD))).containsExactly("short", "long", "sem");
        assertThat(keys(Order.AGE, use(Use.WAITED_FOR))).containsExactly("short", "long");
        assertThat(keys(Order.AGE, use(Use.IDLE))).contains("past").doesNotContain("long");
    }

    @Test
    void listByWaitStartsWithTheLongestWaitAndListByQueueWithTheLongestQueue() {
        assertThat(keys(Order.WAIT, ResourceFilter.NONE)).containsExactly("long", "short");
        assertThat(keys(Order.QUEUE, ResourceFilter.NONE)).containsExactly("long", "short");
        script.block(List.of(
                "acquire short by b wait 500s as w4", "acquire short by b wait 500s as w5"));
        assertThat(keys(Order.WAIT, ResourceFilter.NONE)).containsExactly("long", "short");
        assertThat(keys(Order.QUEUE, ResourceFilter.NONE)).containsExactly("short", "long");
    }

    @Test
    void filtersSelectByApiPrefixAndOwner() {
        assertThat(keys(Order.AGE, new ResourceFilter(Space.POOLS, "", Use.IDLE, null)))
                .hasSize(1);
        assertThat(keys(Order.AGE, new ResourceFilter(Space.LOCKS, "s", null, null)))
                .containsExactly("short", "sem");
        assertThat(keys(Order.WAIT, new ResourceFilter(null, "s", null, null)))
                .containsExactly("short");
        assertThat(keys(Order.AGE, owner("ann"))).containsExactly("short");
        assertThat(keys(Order.AGE, owner("dan"))).as("the second holder").containsExactly("sem");
        assertThat(keys(Order.AGE, owner("eve"))).as("a waiter").containsExactly("long");
        assertThat(keys(Order.AGE, owner("nobody"))).isEmpty();
    }

    @Test
    void resourceShowsItsHoldersAndItsQueue() {
        ResourceAnswer found = find("long");
        HolderRow first = Objects.requireNonNull(found.row().first());
        long since = WALL_MILLIS;

        assertThat(found.row().limit()).isEqualTo(1);
        assertThat(found.row().held()).isEqualTo(1);
        assertThat(found.row().queued()).isEqualTo(2);
        assertThat(found.row().waitingSinceMillis()).isEqualTo(since + SECOND_MILLIS);
        assertThat(found.holders()).containsExactly(first);
        assertThat(first.owner()).isEqualTo("bob");
        assertThat(first.remainingNanos()).isEqualTo(797 * SECOND_NANOS);
        assertThat(found.waiters())
                .extracting(WaiterRow::sinceMillis)
                .containsExactly(since + SECOND_MILLIS, since + 2 * SECOND_MILLIS);
        assertThat(found.waiters())
                .extracting(WaiterRow::remainingNanos)
                .containsExactly(498 * SECOND_NANOS, 499 * SECOND_NANOS);
        assertThat(found.waiters()).allMatch(WaiterRow::inCall).allMatch(row -> row.session() > 0);
        assertThat(find("short").waiters()).singleElement().satisfies(place -> {
            assertThat(place.inCall()).isFalse();
            assertThat(place.remainingNanos()).isEqualTo(Query.END);
        });
        assertThat(find("sem").holders()).extracting(HolderRow::slot).containsExactly(0, 1);
    }

    @Test
    void sessionsShowWhenTheyWereSeenAndWhenTheyExpire() {
        List<SessionView> sessions =
                read(new Query.ListSessions("", null, 0, 10)).sessions();
        SessionView idle = sessions.getFirst();
        SessionView connection = sessions.get(1);

        assertThat(sessions).hasSize(2);
        assertThat(idle.member()).isNull();
        assertThat(idle.seenMillis()).isEqualTo(WALL_MILLIS + 3 * SECOND_MILLIS);
        assertThat(idle.remainingNanos()).isEqualTo(42 * SECOND_NANOS);
        assertThat(idle.holds())
                .extracting(held -> held.name().key())
                .containsExactly("sem", "sem", "long", "short");
        assertThat(idle.waitsMore()).isFalse();
        assertThat(connection.member()).isEqualTo("n1");
        assertThat(connection.remainingNanos()).isEqualTo(Query.END);
        assertThat(connection.waits())
                .extracting(wait -> wait.name().key())
                .containsExactly("short", "long", "long");
        assertThat(connection.waits().getLast().place().owner()).isEqualTo("eve");
        assertThat(numbers("eve")).as("the owner of a place").containsExactly(connection.number());
        assertThat(read(new Query.ListSessions("", null, idle.number(), 10)).sessions())
                .extracting(SessionView::number)
                .containsExactly(connection.number());
        script.block(List.of("tick 2s", "touch b"));
        assertThat(Objects.requireNonNull(read(new Query.ShowSession("", idle.number())))
                        .seenMillis())
                .isEqualTo(WALL_MILLIS + 3 * SECOND_MILLIS);
    }

    @Test
    void historyIsSelectedByPeriodOwnerAndPrefix() {
        script.block(List.of("tick 1s", "release short by a token s", "tick 1s"));
        long ended = WALL_MILLIS + SECOND_MILLIS;

        assertThat(past(ResourceFilter.NONE, Query.Period.ALL)).contains("past");
        assertThat(past(ResourceFilter.NONE, new Query.Period(ended, ended))).contains("past");
        assertThat(past(ResourceFilter.NONE, new Query.Period(ended + 1, Long.MAX_VALUE)))
                .doesNotContain("past");
        assertThat(past(ResourceFilter.NONE, new Query.Period(0, WALL_MILLIS))).contains("past");
        assertThat(past(ResourceFilter.NONE, new Query.Period(0, WALL_MILLIS - 1)))
                .isEmpty();
        assertThat(past(new ResourceFilter(null, "x", null, null), Query.Period.ALL))
                .isEmpty();
        assertThat(past(new ResourceFilter(Space.POOLS, "", null, null), Query.Period.ALL))
                .isEmpty();
        assertThat(past(owner("nobody"), Query.Period.ALL)).isEmpty();
    }

    @Test
    void removedResourceShowsItsHistory() {
        script.block(List.of("tick 700s"));
        ResourceAnswer gone = find("past");
        assertThat(gone.row().limit()).isZero();
        assertThat(gone.holders()).isEmpty();
        assertThat(gone.history()).hasSize(1);
        assertThat(read(new Query.FindResource(name("never")))).isNull();
    }

    private static ResourceFilter use(Use use) {
        return new ResourceFilter(null, "", use, null);
    }

    private static ResourceFilter owner(String owner) {
        return new ResourceFilter(null, "", null, owner);
    }

    private static ResourceName name(String key) {
        return new ResourceName("", Space.LOCKS, key);
    }

    private ResourceAnswer find(String key) {
        @Nullable ResourceAnswer found = read(new Query.FindResource(name(key)));
        return Objects.requireNonNull(found, key);
    }

    /** Reads all pages of one row each. */
    private List<String> keys(Order order, ResourceFilter filter) {
        List<String> keys = new ArrayList<>();
        Place place = Place.START;
        while (place != null) {
            ResourceAnswer.Page page = read(new Query.ListResources("", filter, order, place, 1));
            assertThat(page.rows()).hasSizeLessThanOrEqualTo(1);
            page.rows().forEach(row -> keys.add(row.name().key()));
            place = page.next();
        }
        return keys;
    }

    private List<Long> numbers(String owner) {
        return read(new Query.ListSessions("", owner, 0, 10)).sessions().stream()
                .map(SessionView::number)
                .toList();
    }

    private List<String> past(ResourceFilter filter, Query.Period period) {
        PastPage page = read(new Query.ListHistory("", filter, period, 0, 100));
        assertThat(page.next()).isEqualTo(Query.END);
        return page.rows().stream().map(row -> row.name().key()).toList();
    }

    private <A extends @Nullable Object> A read(Query<A> query) {
        Machine machine = script.machine();
        return machine.read(query, new ReadPoint(0, machine.nowNanos()));
    }
}
