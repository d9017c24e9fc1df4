package io.holdfast.core.resource;

import io.holdfast.core.history.HoldTimes;
import io.holdfast.core.history.ResourceHistory;
import io.holdfast.core.query.PastUse;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.HolderRow;
import io.holdfast.core.query.ResourceAnswer;
import io.holdfast.core.query.ResourceAnswer.Page;
import io.holdfast.core.query.ResourceAnswer.PastPage;
import io.holdfast.core.query.ResourceAnswer.PastRow;
import io.holdfast.core.query.ResourceAnswer.Place;
import io.holdfast.core.query.ResourceAnswer.Row;
import io.holdfast.core.query.ResourceAnswer.Use;
import io.holdfast.core.query.ResourceAnswer.WaiterRow;
import io.holdfast.core.query.ResourceFilter;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.Timed;
import io.holdfast.core.state.Visits;
import io.holdfast.core.value.Estimate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads resources of all APIs. It never changes the state. */
public final class ResourceReads {

    /** The maximum number of holders, and of waiters, whose owner is compared with a filter. */
    private static final int OWNERS_MAX = ResourceAnswer.ROWS_MAX / 2;

    private final Kernel kernel;

    public ResourceReads(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Returns one resource; null if neither it nor a history of it exists. */
    public @Nullable ResourceAnswer find(Query.FindResource query, long nowNanos, Visits visits) {
        Resource resource = kernel.find(query.name());
        ResourceHistory past = kernel.history.find(query.name());
        if (resource == null && past == null) {
            return null;
        }
        List<PastUse> history = new ArrayList<>();
        if (past != null) {
            past.newestFirst(use -> {
                if (history.size() < ResourceAnswer.ROWS_MAX) {
                    visits.row();
                    history.add(use);
                }
            });
        }
        HoldTimes times = HoldTimes.of(past);
        Estimate hold = times == null ? Estimate.NONE : times.hold();
        if (resource == null) {
            Row gone = new Row(query.name(), 0, 0, 0, null, 0);
            return new ResourceAnswer(gone, List.of(), List.of(), hold, history);
        }
        return new ResourceAnswer(
                row(resource, nowNanos),
                holders(resource, nowNanos, visits),
                waiters(resource, times, nowNanos, visits),
                hold,
                history);
    }

    private static List<HolderRow> holders(Resource resource, long nowNanos, Visits visits) {
        List<HolderRow> holders = new ArrayList<>();
        Grant grant = resource.firstGrant();
        while (grant != null && holders.size() < ResourceAnswer.ROWS_MAX) {
            visits.row();
            holders.add(row(grant, nowNanos));
            grant = grant.nextOfResource();
        }
        return holders;
    }

    private List<WaiterRow> waiters(
            Resource resource, @Nullable HoldTimes times, long nowNanos, Visits visits) {
        List<WaiterRow> waiters = new ArrayList<>();
        Waiter waiter = resource.head();
        while (waiter != null && waiters.size() < ResourceAnswer.ROWS_MAX) {
            visits.row();
            int position = waiters.size() + 1;
            Estimate estimate = times == null
                    ? Estimate.NONE
                    : kernel.estimates().of(times, resource, position, nowNanos);
            waiters.add(row(waiter, nowNanos, estimate));
            waiter = waiter.next();
        }
        return waiters;
    }

    /** Returns a page of past grants and waits. */
    public PastPage history(Query.ListHistory query, Visits visits) {
        List<PastRow> rows = new ArrayList<>();
        long last = kernel.history.rows().visit(query.after(), visits, past -> {
            if (rows.size() >= query.max()) {
                return false;
            }
            if (matches(query, past)) {
                add(query, past, visits, rows);
            }
            return true;
        });
        return new PastPage(rows, last);
    }

    private static boolean matches(Query.ListHistory query, ResourceHistory past) {
        ResourceFilter filter = query.filter();
        return past.name().tenant().equals(query.tenant())
                && (filter.space() == null || past.name().space() == filter.space())
                && past.name().key().startsWith(filter.prefix());
    }

    private static void add(
            Query.ListHistory query, ResourceHistory past, Visits visits, List<PastRow> rows) {
        String owner = query.filter().owner();
        past.newestFirst(use -> {
            visits.row();
            if ((owner == null || owner.equals(use.owner()))
                    && use.sinceMillis() <= query.period().toMillis()
                    && use.endedMillis() >= query.period().fromMillis()) {
                rows.add(new PastRow(past.name(), use));
            }
        });
    }

    /** Returns a page, which ends early if many resources do not match. */
    public Page list(Query.ListResources query, long nowNanos, Visits visits) {
        Place after = query.after();
        return switch (query.order()) {
            case AGE -> byAge(query, nowNanos, visits);
            case WAIT ->
                sorted(
                        query,
                        nowNanos,
                        visits,
                        kernel.contention.byWait(after.major()),
                        resource -> new Place(first(resource).number(), 0));
            case QUEUE ->
                sorted(
                        query,
                        nowNanos,
                        visits,
                        kernel.contention.byLength(
                                after.equals(Place.START) ? Long.MAX_VALUE : after.major(),
                                after.minor()),
                        resource -> new Place(resource.queued(), resource.number()));
        };
    }

    private Page byAge(Query.ListResources query, long nowNanos, Visits visits) {
        List<Row> rows = new ArrayList<>();
        long last = kernel.resources().visit(query.after().major(), visits, resource -> {
            if (rows.size() == query.max()) {
                return false;
            }
            if (matches(query, resource, visits)) {
                rows.add(row(resource, nowNanos));
            }
            return true;
        });
        return new Page(rows, last == RowList.END ? null : new Place(last, 0));
    }

    private static Page sorted(
            Query.ListResources query,
            long nowNanos,
            Visits visits,
            Collection<Resource> resources,
            Function<Resource, Place> placeOf) {
        List<Row> rows = new ArrayList<>();
        Place passed = query.after();
        for (Resource resource : resources) {
            if (rows.size() == query.max() || !visits.more()) {
                return new Page(rows, passed);
            }
            visits.row();
            if (matches(query, resource, visits)) {
                rows.add(row(resource, nowNanos));
            }
            passed = placeOf.apply(resource);
        }
        return new Page(rows, null);
    }

    private static Waiter first(Resource resource) {
        Waiter head = resource.head();
        if (head == null) {
            throw new IllegalStateException("a resource without waiters is not contended");
        }
        return head;
    }

    private static boolean matches(Query.ListResources query, Resource resource, Visits visits) {
        ResourceFilter filter = query.filter();
        return resource.tenant().name().equals(query.tenant())
                && (filter.space() == null || resource.space() == filter.space())
                && isIn(filter.use(), resource)
                && resource.key().startsWith(filter.prefix())
                && (filter.owner() == null || isOf(filter.owner(), resource, visits));
    }

    private static boolean isIn(@Nullable Use use, Resource resource) {
        return switch (use) {
            case null -> !resource.idle();
            case HELD -> resource.held() > 0;
            case WAITED_FOR -> resource.queued() > 0;
            case IDLE -> resource.idle();
        };
    }

    private static boolean isOf(String owner, Resource resource, Visits visits) {
        Grant grant = resource.firstGrant();
        for (int i = 0; grant != null && i < OWNERS_MAX; i++) {
            visits.row();
            if (owner.equals(grant.owner())) {
                return true;
            }
            grant = grant.nextOfResource();
        }
        Waiter waiter = resource.head();
        for (int i = 0; waiter != null && i < OWNERS_MAX; i++) {
            visits.row();
            if (owner.equals(waiter.wish.owner())) {
                return true;
            }
            waiter = waiter.next();
        }
        return false;
    }

    private static Row row(Resource resource, long nowNanos) {
        Grant grant = resource.firstGrant();
        Waiter head = resource.head();
        return new Row(
                resource.name(),
                resource.capacity(),
                resource.held(),
                resource.queued(),
                grant == null ? null : row(grant, nowNanos),
                head == null ? 0 : head.sinceMillis());
    }

    static HolderRow row(Grant grant, long nowNanos) {
        return new HolderRow(
                grant.holder().number(),
                grant.owner(),
                grant.sinceMillis(),
                grant.dueNanos() - nowNanos,
                grant.number(),
                grant.slot());
    }

    static WaiterRow row(Waiter waiter, long nowNanos, Estimate estimate) {
        long dueNanos = waiter.dueNanos();
        return new WaiterRow(
                waiter.number(),
                waiter.holder().number(),
                waiter.wish.owner(),
                waiter.sinceMillis(),
                dueNanos == Timed.NEVER ? Query.END : dueNanos - nowNanos,
                waiter.parked(),
                estimate);
    }
}
