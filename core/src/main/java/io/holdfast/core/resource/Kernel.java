package io.holdfast.core.resource;

import io.holdfast.core.event.Event;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.history.History;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.Deliveries;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.query.PastWait;
import io.holdfast.core.query.Query.UseGauges;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.tenants.Tenants;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Verify;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides who holds a slot, for how long, and who is next. A free slot is granted at once only if
 * the queue is empty. Otherwise slots are granted from the head of the queue, and never to a waiter
 * whose deadline has passed or whose holder has ended.
 */
public final class Kernel {

    private final State state;
    private final Books books;
    private final Deliveries deliveries;
    final NameIndex byName = new NameIndex();
    final KeyedIndex<Grant> byFence = new KeyedIndex<>();
    final KeyedIndex<Waiter> byCall = new KeyedIndex<>();
    final WaiterIndex byPlace = new WaiterIndex();
    final Contention contention = new Contention();
    final History history;
    private final WaitEstimates estimates;
    private final RowList<Resource> resources;
    private final Tenants tenants;
    private final UseCounts use = new UseCounts();
    private long fence;

    /** Returns the book that a resource belongs to. */
    @FunctionalInterface
    public interface Books {
        Book of(Resource resource);
    }

    public Kernel(State state, Tenants tenants, Deliveries deliveries, Books books) {
        this.state = state;
        this.deliveries = deliveries;
        this.tenants = tenants;
        this.books = books;
        this.resources = new RowList<>(state);
        this.history = new History(state);
        this.estimates = new WaitEstimates(state, history);
    }

    public History history() {
        return history;
    }

    public WaitEstimates estimates() {
        return estimates;
    }

    public RowList<Resource> resources() {
        return resources;
    }

    public Tenants tenants() {
        return tenants;
    }

    /** Returns the number of grants and waiters of each API, in the order of {@code Space}. */
    public List<UseGauges> use() {
        return use.gauges();
    }

    public @Nullable Resource find(ResourceName name) {
        return byName.find(name);
    }

    public @Nullable Grant findGrant(long fence) {
        return byFence.find(0, fence);
    }

    public @Nullable Waiter findWaiter(long life, long sequence) {
        return byCall.find(life, sequence);
    }

    /** Returns the waiter at this place of the resource's queue; null if there is none. */
    public @Nullable Waiter findWaiter(ResourceName name, long number) {
        Waiter waiter = byPlace.find(number);
        return waiter == null || !waiter.resource.isNamed(name) ? null : waiter;
    }

    public long fence() {
        return fence;
    }

    /** Makes all later fences greater than {@code floor}. */
    public void raiseFence(long floor) {
        fence = Math.max(fence, floor);
        Verify.that(fence < Limits.FENCE_MAX, "fences must stay exact as JavaScript numbers");
    }

    public Resource create(ResourceName name, int variant, int capacity) {
        return create(tenants.of(name.tenant()), name, variant, capacity);
    }

    /** Creates a resource of a known tenant. */
    public Resource create(TenantUse tenant, ResourceName name, int variant, int capacity) {
        return add(new Resource(state.nextNumber(), tenant, name, variant, capacity));
    }

    Resource add(Resource resource) {
        byName.add(resource);
        resources.add(resource);
        return resource;
    }

    /** Removes an idle resource. */
    public void forget(Resource resource) {
        Verify.that(resource.idle(), "a resource in use is never removed");
        byName.remove(resource);
        resources.remove(resource);
        state.event(new Event.Forgotten(resource.name()));
        books.of(resource).forgotten(resource);
    }

    /** Ends all grants and waits of a resource, and removes it. */
    public void delete(Resource resource, GrantEnd grantEnd, WaitEnd waitEnd) {
        for (Waiter waiter = resource.head(); waiter != null; waiter = resource.head()) {
            leave(waiter, waitEnd);
        }
        for (Grant grant = resource.firstGrant(); grant != null; grant = resource.firstGrant()) {
            end(grant, grantEnd);
        }
        forget(resource);
    }

    /** Returns whether a new request gets a slot at once: one is free and the queue is empty. */
    public boolean free(Resource resource) {
        return resource.queued() == 0 && resource.held() < resource.capacity();
    }

    public Grant grant(Resource resource, GrantTerms wish, boolean uncollected, long waitedNanos) {
        state.touch(resource);
        Verify.that(resource.held() < resource.capacity(), "a grant needs a free slot");
        raiseFence(fence + 1);
        Grant grant = Grant.of(fence, resource, wish, resource.takeSlot(), state.wallMillis());
        grant.uncollected(uncollected);
        if (state.format() >= Format.FOURTH) {
            grant.waitedMillis = millis(waitedNanos);
            grant.grantedLogMillis = Grant.logMillis(state.nowNanos());
        }
        attach(grant, state.after(wish.ttlNanos()));
        settleIdle(resource);
        state.event(new Event.Granted(
                resource.name(),
                fence,
                grant.slot(),
                grant.holder.number(),
                grant.owner,
                waitedNanos));
        return grant;
    }

    void attach(Grant grant, long dueNanos) {
        grant.resource.add(grant);
        grant.resource.tenant.addLeases(1);
        use.held(grant.resource, 1);
        if (grant.attached()) {
            grant.holder.add(grant);
        }
        byFence.add(grant);
        state.deadlines().set(grant, dueNanos);
        state.came(grant);
    }

    /** Appends a waiter to the queue. A place without a waiting call has no deadline. */
    public Waiter enqueue(
            Resource resource, GrantTerms wish, CallSite call, boolean twoPhase, long dueNanos) {
        state.touch(resource);
        Waiter waiter = new Waiter(
                state.nextNumber(),
                resource,
                wish,
                call,
                twoPhase,
                state.nowNanos(),
                state.wallMillis());
        waiter.parked = !twoPhase;
        attach(waiter, dueNanos);
        state.event(new Event.Queued(
                resource.name(), wish.holder().number(), wish.owner(), resource.queued()));
        return waiter;
    }

    void attach(Waiter waiter, long dueNanos) {
        waiter.resource.add(waiter);
        contention.joined(waiter.resource, waiter);
        state.resized(waiter.resource.queued() == 1 ? Contention.BYTES : 0);
        waiter.resource.tenant.addWaiters(1);
        use.waiting(waiter.resource, 1);
        if (waiter.holder().listed()) {
            waiter.holder().add(waiter);
        }
        byCall.add(waiter);
        byPlace.add(waiter);
        state.deadlines().set(waiter, dueNanos);
        state.came(waiter);
    }

    /** Makes this call wait at the place, until its own deadline. */
    public void park(Waiter waiter, CallSite call, long dueNanos) {
        state.touch(waiter.resource);
        byCall.remove(waiter);
        waiter.call = call;
        waiter.parked = true;
        byCall.add(waiter);
        state.deadlines().set(waiter, dueNanos);
        state.changed(waiter);
    }

    /** Detaches the waiting call. The place itself stays in the queue. */
    public void unpark(Waiter waiter) {
        state.touch(waiter.resource);
        byCall.remove(waiter);
        waiter.call = new CallSite(MemberProcess.NONE, waiter.number(), null);
        waiter.parked = false;
        byCall.add(waiter);
        state.deadlines().cancel(waiter);
        state.changed(waiter);
    }

    /** Hands the wait over to another call with the same request. */
    public void handOver(Waiter waiter, CallSite call) {
        state.touch(waiter.resource);
        byCall.remove(waiter);
        waiter.call = call;
        byCall.add(waiter);
        state.changed(waiter);
    }

    /** Removes a waiter from the queue without a grant. */
    public void leave(Waiter waiter, WaitEnd reason) {
        leave(waiter, reason, null, null);
    }

    /**
     * Removes a waiter from the queue for an operator.
     *
     * @param by the operator's principal, for the history
     */
    public void leave(Waiter waiter, WaitEnd reason, @Nullable String by, @Nullable String why) {
        detach(waiter);
        Resource resource = waiter.resource;
        state.event(new Event.WaitEnded(
                resource.name(),
                waiter.holder().number(),
                waiter.wish.owner(),
                reason,
                waited(waiter)));
        if (history.on()) {
            history.add(resource.name(), resource.nameHash, past(waiter, reason, by, why));
        }
        books.of(resource).left(waiter, reason);
    }

    private void detach(Waiter waiter) {
        state.touch(waiter.resource);
        byCall.remove(waiter);
        byPlace.remove(waiter);
        waiter.resource.remove(waiter);
        contention.left(waiter.resource, waiter);
        state.resized(waiter.resource.queued() == 0 ? -Contention.BYTES : 0);
        waiter.resource.tenant.addWaiters(-1);
        use.waiting(waiter.resource, -1);
        if (waiter.holder().listed()) {
            waiter.holder().remove(waiter);
        }
        state.gone(waiter);
    }

    /** Ends a grant and passes its slot to the next waiter. */
    public void end(Grant grant, GrantEnd reason) {
        end(grant, reason, null, null);
    }

    /**
     * Ends a grant for an operator and passes its slot to the next waiter.
     *
     * @param by the operator's principal, for the history
     */
    public void end(Grant grant, GrantEnd reason, @Nullable String by, @Nullable String why) {
        Resource resource = grant.resource;
        state.touch(resource);
        byFence.remove(grant);
        deliveries.forget(grant.number());
        resource.remove(grant);
        resource.tenant.addLeases(-1);
        use.held(resource, -1);
        if (grant.attached()) {
            grant.holder.remove(grant);
        }
        state.gone(grant);
        long heldMillis = grant.heldMillis(state.nowNanos(), state.wallMillis());
        state.event(new Event.Ended(
                resource.name(),
                grant.number(),
                grant.holder.number(),
                grant.owner,
                reason,
                heldMillis));
        if (history.on()) {
            history.add(
                    resource.name(), resource.nameHash, past(grant, heldMillis, reason, by, why));
        }
        books.of(resource).ended(grant, reason);
        promote(resource);
    }

    private PastGrant past(
            Grant grant,
            long heldMillis,
            GrantEnd reason,
            @Nullable String by,
            @Nullable String why) {
        return new PastGrant(
                grant.number(),
                grant.slot(),
                grant.holder.number(),
                grant.owner,
                grant.waitedMillis,
                grant.sinceMillis,
                state.wallMillis(),
                (int) Math.min(heldMillis, Integer.MAX_VALUE),
                reason,
                by,
                why);
    }

    private PastWait past(
            Waiter waiter, WaitEnd reason, @Nullable String by, @Nullable String why) {
        return new PastWait(
                waiter.holder().number(),
                waiter.wish.owner(),
                waiter.sinceMillis,
                state.wallMillis(),
                millis(waited(waiter)),
                reason,
                by,
                why);
    }

    /** Grants free slots from the head of the queue. */
    public void promote(Resource resource) {
        Waiter head = resource.head();
        while (head != null && resource.held() < resource.capacity()) {
            if (head.dueNanos() <= state.nowNanos()) {
                leave(head, WaitEnd.TIMED_OUT);
            } else if (head.holder().overAt(state.nowNanos())) {
                leave(head, WaitEnd.SESSION_ENDED);
            } else {
                detach(head);
                boolean uncollected = head.twoPhase && !head.parked;
                Grant grant = grant(resource, head.wish, uncollected, waited(head));
                // A grant without a waiting call is collected later: only through the session's own
                // process if the session is a connection, otherwise through any process.
                MemberProcess life = uncollected ? head.holder().life() : head.call.life();
                deliveries.expect(fence, life, uncollected ? null : head.call.remembered());
                books.of(resource).promoted(head, grant);
            }
            head = resource.head();
        }
        settleIdle(resource);
    }

    /** Restarts the lease. */
    public void extend(Grant grant, long ttlNanos) {
        state.touch(grant.resource);
        deliveries.forget(grant.number());
        grant.ttlNanos = ttlNanos;
        state.deadlines().set(grant, state.after(ttlNanos));
        state.changed(grant);
    }

    /** Sets the deadline regardless of the ttl: some books let a lease run past it for a while. */
    public void endAt(Grant grant, long dueNanos) {
        state.touch(grant.resource);
        state.deadlines().set(grant, dueNanos);
        state.changed(grant);
    }

    /** Marks a grant as collected by its holder and restarts its lease. */
    public void collect(Grant grant) {
        state.touch(grant.resource);
        grant.uncollected(false);
        extend(grant, grant.ttlNanos);
    }

    /** Detaches a grant from its ended holder. It remains until its lease expires. */
    public void leaveBehind(Grant grant) {
        state.touch(grant.resource);
        grant.holder.remove(grant);
        grant.attached(false);
        state.changed(grant);
    }

    /**
     * Changes the capacity. A smaller one revokes no grants; additional slots go to the queue at
     * once.
     */
    public void resize(Resource resource, int capacity) {
        state.touch(resource);
        long before = resource.heapBytes();
        resource.capacity = capacity;
        state.resized(resource.heapBytes() - before);
        state.changed(resource);
        promote(resource);
    }

    /**
     * Sets the removal deadline of a resource that became idle, and cancels it for one in use. Only
     * a grant that is made or ends can change that: a queue forms only at a resource that is held,
     * or at a pool without slots, which is never removed. The caller has touched the row.
     */
    private void settleIdle(Resource resource) {
        boolean idle = resource.idle();
        if (idle == (resource.dueNanos() == Timed.NEVER)) {
            long idleNanos = idle ? books.of(resource).idleNanos() : Timed.NEVER;
            state.deadlines().set(resource, state.after(idleNanos));
            state.changed(resource);
        }
    }

    private long waited(Waiter waiter) {
        return state.nowNanos() - waiter.sinceNanos;
    }

    private static int millis(long nanos) {
        return (int) Math.min(Integer.MAX_VALUE, nanos / 1_000_000);
    }
}
