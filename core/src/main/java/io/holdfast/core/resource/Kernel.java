package io.holdfast.core.resource;

import io.holdfast.core.Verify;
import io.holdfast.core.command.Limits;
import io.holdfast.core.command.ResourceName;
import io.holdfast.core.event.Event;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.Deliveries;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.state.Findings;
import io.holdfast.core.state.KeyedIndex;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.tenants.Tenants;

import org.jspecify.annotations.Nullable;

/**
 * Who holds what, for how long, and who is next. A free slot is granted at once only where nobody
 * waits; otherwise grants are made from the head of the line, and never to a waiter whose own
 * deadline has passed or whose holder is over.
 */
public final class Kernel {

    private final State state;
    private final Books books;
    private final Deliveries deliveries;
    private final NameIndex byName = new NameIndex();
    private final KeyedIndex<Grant> byFence = new KeyedIndex<>();
    private final KeyedIndex<Waiter> byCall = new KeyedIndex<>();
    private final RowList<Resource> resources;
    private final Tenants tenants;
    private long fence;

    /** Which book a resource belongs to. */
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
    }

    public RowList<Resource> resources() {
        return resources;
    }

    public Tenants tenants() {
        return tenants;
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

    public long fence() {
        return fence;
    }

    /** Fences go on above this. */
    public void raiseFence(long floor) {
        fence = Math.max(fence, floor);
        Verify.that(fence < Limits.FENCE_MAX, "fences must stay exact in JavaScript's numbers");
    }

    public Resource create(ResourceName name, int variant, int capacity) {
        return create(tenants.of(name.tenant()), name, variant, capacity);
    }

    /** The same, where the tenant is known already. */
    public Resource create(TenantUse tenant, ResourceName name, int variant, int capacity) {
        return add(new Resource(state.nextNumber(), tenant, name, variant, capacity));
    }

    Resource add(Resource resource) {
        byName.add(resource);
        resources.add(resource);
        return resource;
    }

    /** Forgets a resource that nobody holds or waits for. */
    public void forget(Resource resource) {
        Verify.that(resource.idle(), "a resource in use is never forgotten");
        byName.remove(resource);
        resources.remove(resource);
        state.event(new Event.Forgotten(resource.name));
        books.of(resource).forgotten(resource);
    }

    /** Ends every grant and every wait of a resource, and forgets it. */
    public void delete(Resource resource, GrantEnd grantEnd, WaitEnd waitEnd) {
        for (Waiter waiter = resource.head(); waiter != null; waiter = resource.head()) {
            leave(waiter, waitEnd);
        }
        for (Grant grant = resource.firstGrant(); grant != null; grant = resource.firstGrant()) {
            end(grant, grantEnd);
        }
        forget(resource);
    }

    /** Whether a newcomer gets a slot at once: one is free and nobody stands in line. */
    public boolean free(Resource resource) {
        return resource.queued() == 0 && resource.held() < resource.capacity();
    }

    public Grant grant(Resource resource, GrantTerms wish, boolean uncollected, long waitedNanos) {
        state.touch(resource);
        Verify.that(resource.held() < resource.capacity(), "a grant needs a free slot");
        raiseFence(fence + 1);
        Grant grant = Grant.of(fence, resource, wish, resource.takeSlot(), state.wallMillis());
        grant.uncollected = uncollected;
        attach(grant, state.after(wish.ttlNanos()));
        settleIdle(resource);
        state.event(new Event.Granted(
                resource.name, fence, grant.slot, grant.holder.number(), grant.owner, waitedNanos));
        return grant;
    }

    void attach(Grant grant, long dueNanos) {
        grant.resource.add(grant);
        grant.resource.tenant.addLeases(1);
        if (grant.attached) {
            grant.holder.add(grant);
        }
        byFence.add(grant);
        state.deadlines().set(grant, dueNanos);
        state.came(grant);
    }

    /** Joins the line at its end. A place that no call waits for has no deadline of its own. */
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
        settleIdle(resource);
        state.event(new Event.Queued(resource.name, wish.holder().number(), resource.queued()));
        return waiter;
    }

    void attach(Waiter waiter, long dueNanos) {
        waiter.resource.add(waiter);
        waiter.resource.tenant.addWaiters(1);
        if (waiter.holder().listed()) {
            waiter.holder().add(waiter);
        }
        byCall.add(waiter);
        state.deadlines().set(waiter, dueNanos);
        state.came(waiter);
    }

    /** From now on this call waits at the place, until its own deadline. */
    public void park(Waiter waiter, CallSite call, long dueNanos) {
        state.touch(waiter.resource);
        byCall.remove(waiter);
        waiter.call = call;
        waiter.parked = true;
        byCall.add(waiter);
        state.deadlines().set(waiter, dueNanos);
        state.changed(waiter);
    }

    /** No call waits at the place any more; the place itself stays. */
    public void unpark(Waiter waiter) {
        state.touch(waiter.resource);
        byCall.remove(waiter);
        waiter.call = new CallSite(MemberProcess.NONE, waiter.number(), null);
        waiter.parked = false;
        byCall.add(waiter);
        state.deadlines().cancel(waiter);
        state.changed(waiter);
    }

    /** Another call that asked for the same thing takes over the wait. */
    public void handOver(Waiter waiter, CallSite call) {
        state.touch(waiter.resource);
        byCall.remove(waiter);
        waiter.call = call;
        byCall.add(waiter);
        state.changed(waiter);
    }

    /** Leaves the line without a grant. */
    public void leave(Waiter waiter, WaitEnd reason) {
        detach(waiter);
        state.event(new Event.WaitEnded(
                waiter.resource.name, waiter.holder().number(), reason, waited(waiter)));
        books.of(waiter.resource).left(waiter, reason);
        settleIdle(waiter.resource);
    }

    private void detach(Waiter waiter) {
        state.touch(waiter.resource);
        byCall.remove(waiter);
        waiter.resource.remove(waiter);
        waiter.resource.tenant.addWaiters(-1);
        if (waiter.holder().listed()) {
            waiter.holder().remove(waiter);
        }
        state.gone(waiter);
    }

    /** Ends a grant and hands its slot to the next in line. */
    public void end(Grant grant, GrantEnd reason) {
        Resource resource = grant.resource;
        state.touch(resource);
        byFence.remove(grant);
        deliveries.forget(grant.number());
        resource.remove(grant);
        resource.tenant.addLeases(-1);
        if (grant.attached) {
            grant.holder.remove(grant);
        }
        state.gone(grant);
        long heldMillis = Math.max(0, state.wallMillis() - grant.sinceMillis);
        state.event(new Event.Ended(
                resource.name, grant.number(), grant.holder.number(), reason, heldMillis));
        books.of(resource).ended(grant, reason);
        promote(resource);
    }

    /** Makes grants from the head of the line while slots are free. */
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
                // A place that no call waits at is collected later: only through the session's own
                // process if it is a connection, and otherwise through any.
                MemberProcess life = uncollected ? head.holder().life() : head.call.life();
                deliveries.expect(fence, life, uncollected ? null : head.call.remembered());
                books.of(resource).promoted(head, grant);
            }
            head = resource.head();
        }
        settleIdle(resource);
    }

    /** Starts the lease anew. */
    public void extend(Grant grant, long ttlNanos) {
        state.touch(grant.resource);
        deliveries.forget(grant.number());
        grant.ttlNanos = ttlNanos;
        state.deadlines().set(grant, state.after(ttlNanos));
        state.changed(grant);
    }

    /** The grant ends then, whatever its ttl was: some books let a lease run over for a while. */
    public void endAt(Grant grant, long dueNanos) {
        state.touch(grant.resource);
        state.deadlines().set(grant, dueNanos);
        state.changed(grant);
    }

    /** The holder has seen its grant: from now on it is held like any other. */
    public void collect(Grant grant) {
        state.touch(grant.resource);
        grant.uncollected = false;
        extend(grant, grant.ttlNanos);
    }

    /** The holder is over, and its grant runs on until its lease ends. */
    public void leaveBehind(Grant grant) {
        state.touch(grant.resource);
        grant.holder.remove(grant);
        grant.attached = false;
        state.changed(grant);
    }

    /** Less than what is held revokes nothing; more goes to the line at once. */
    public void resize(Resource resource, int capacity) {
        state.touch(resource);
        long before = resource.heapBytes();
        resource.capacity = capacity;
        state.resized(resource.heapBytes() - before);
        state.changed(resource);
        promote(resource);
    }

    /** A resource that nobody uses any more is forgotten after a while; one in use never is. */
    private void settleIdle(Resource resource) {
        boolean idle = resource.idle();
        if (idle == (resource.dueNanos() == Timed.NEVER)) {
            long idleNanos = idle ? books.of(resource).idleNanos() : Timed.NEVER;
            state.touch(resource);
            state.deadlines().set(resource, state.after(idleNanos));
            state.changed(resource);
        }
    }

    /** Counts once more what every tenant holds and waits for. */
    public void recount(Tenants recount) {
        resources.forEach(resource -> {
            TenantUse tenant = recount.of(resource.name.tenant());
            tenant.addLeases(resource.held());
            tenant.addWaiters(resource.queued());
        });
    }

    public void inspect(Findings findings) {
        new KernelInspection(this, findings).run();
    }

    void checkSizes(Findings findings, int grants, int waiters) {
        findings.expect(byName.size() == resources.size(), "names of resources that are gone");
        findings.expect(byFence.size() == grants, "fences of grants that are gone");
        findings.expect(byCall.size() == waiters, "calls of waiters that are gone");
    }

    private long waited(Waiter waiter) {
        return state.nowNanos() - waiter.sinceNanos;
    }
}
