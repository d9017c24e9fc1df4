package io.holdfast.core.claims;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.ClaimsCommand.Create;
import io.holdfast.core.command.ClaimsCommand.Move;
import io.holdfast.core.command.ClaimsCommand.Prolong;
import io.holdfast.core.command.ClaimsCommand.Take;
import io.holdfast.core.command.ClaimsCommand.Update;
import io.holdfast.core.command.ClaimsSettings;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.MemberProcess;
import io.holdfast.core.outcome.ClaimRefusal;
import io.holdfast.core.outcome.ClaimsOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.ClaimRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.ClaimsPage;
import io.holdfast.core.query.Query;
import io.holdfast.core.resource.Bearer;
import io.holdfast.core.resource.Book;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.GrantTerms;
import io.holdfast.core.resource.Holder;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.state.Visits;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.QueueWait;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;

import org.jspecify.annotations.Nullable;

/**
 * The rules of claims. As soon as a claim stops being active, the head of the queue becomes active.
 * If other claims wait, a claim expires when its ttl ends. If none waits, it stays active for a
 * grace period in which it can be prolonged; a new claim on the resource ends the grace period at
 * once.
 */
public final class ClaimsBook implements Book {

    private final State state;
    private final Kernel kernel;
    final ClaimRows claims;
    private final ClaimsLists lists;
    private ClaimsSettings settings = ClaimsSettings.DEFAULT;
    private int waitersMax;

    public ClaimsBook(State state, Kernel kernel) {
        this.state = state;
        this.kernel = kernel;
        this.claims = new ClaimRows(state, kernel.tenants());
        this.lists = new ClaimsLists(claims, kernel);
    }

    public void configure(Settings all) {
        boolean sameGrace = all.claims().graceNanos() == settings.graceNanos();
        settings = all.claims();
        waitersMax = all.waitersPerKeyMax();
        claims.keepFor(settings.keepNanos());
        for (ClaimsTenant tenant : claims.tenants()) {
            forgetBeyond(tenant);
            if (!sameGrace) {
                settleLeases(tenant);
            }
        }
    }

    /** Returns the rows of the tenants, for snapshots. */
    public RowList<?> tenantRows() {
        return claims.tenantRows();
    }

    /** Returns the claims, for snapshots. They follow their tenants and precede their resources. */
    public RowList<?> rows() {
        return claims.rows();
    }

    public void readTenant(ByteReader in) {
        claims.readTenant(in);
    }

    /** Reads a claim. Returns it as a holder for its resource's row, or null if it is finished. */
    public @Nullable Holder readClaim(ByteReader in) {
        Claim claim = claims.readClaim(in);
        return claim.status.isFinal() ? null : claim;
    }

    /** Returns whether a restored resource belongs to this book. */
    public boolean restored(Resource resource) {
        boolean mine = resource.space() == Space.CLAIMS && resource.capacity() == 1;
        for (Grant grant = resource.firstGrant(); grant != null; grant = grant.nextOfResource()) {
            mine &= grant.holder() instanceof Claim claim && claim.status == ClaimStatus.ACTIVE;
        }
        for (Waiter waiter = resource.head(); waiter != null; waiter = waiter.next()) {
            mine &= waiter.holder() instanceof Claim claim && claim.status == ClaimStatus.WAITING;
        }
        return mine;
    }

    public @Nullable ClaimAnswer find(String tenant, long id, long nowNanos, Visits visits) {
        ClaimsTenant known = claims.tenant(tenant);
        Claim claim = known == null ? null : claims.find(known, id);
        if (claim == null) {
            return null;
        }
        Waiter waiter = claim.anyWaiter();
        QueueWait wait = waiter == null
                ? QueueWait.NONE
                : kernel.estimates().queueWait(waiter, nowNanos, visits);
        return claim.answer(nowNanos, wait);
    }

    /** Returns the active claim on a resource, or the last one created if none is; or null. */
    public @Nullable ClaimAnswer last(Query.LastClaim query, long nowNanos) {
        ResourceName name = new ResourceName(query.tenant(), Space.CLAIMS, query.resource());
        Resource resource = kernel.find(name);
        Grant held = resource == null ? null : resource.firstGrant();
        if (held != null && held.holder() instanceof Claim active) {
            return active.answer(nowNanos, QueueWait.NONE);
        }
        ResourceClaims trail = claims.trail(name);
        Claim last = trail == null ? null : trail.last();
        return last == null ? null : last.answer(nowNanos, QueueWait.NONE);
    }

    public ClaimsPage list(Query.ListClaims query, long nowNanos, Visits visits) {
        return lists.list(query, nowNanos, visits);
    }

    public Query.ClaimCounts counts() {
        int active = 0;
        int waiting = 0;
        int finished = 0;
        for (ClaimsTenant tenant : claims.tenants()) {
            active += tenant.of(ClaimStatus.ACTIVE).size();
            waiting += tenant.of(ClaimStatus.WAITING).size();
            finished += tenant.finished.size();
        }
        return new Query.ClaimCounts(active, waiting, finished);
    }

    public ClaimsOutcome apply(ClaimsCommand<?> command) {
        return switch (command) {
            case Create c -> create(c, null);
            case Take c -> take(c);
            case Update c -> update(c);
        };
    }

    private ClaimsOutcome.Take take(Take c) {
        Resource known = kernel.find(new ResourceName(c.tenant(), Space.CLAIMS, c.resource()));
        if (known != null) {
            expire(known, state.nowNanos());
            Grant held = known.firstGrant();
            if (held != null && held.holder() instanceof Claim active) {
                return new ClaimRefused(ClaimRefusal.HELD, active.id, null);
            }
        }
        return create(
                new Create(c.tenant(), c.resource(), c.ttlNanos(), c.creator(), c.data()),
                c.owner());
    }

    /** @param owner the display name of the holder; null for the creator's */
    private ClaimsOutcome.Create create(Create c, @Nullable String owner) {
        int dataBytes = c.data() == null ? 0 : c.data().size();
        ClaimsTenant tenant = claims.openTenant(c.tenant());
        if (tenant.live() >= settings.liveMax()) {
            return Refusal.KEYS_MAX.outcome();
        }
        ResourceName name = new ResourceName(c.tenant(), Space.CLAIMS, c.resource());
        Resource known = kernel.find(name);
        if (known != null) {
            // A new claim ends the grace period of an expired one, even if the new claim is then
            // rejected.
            expire(known, state.nowNanos());
            if (!kernel.free(known) && known.queued() >= waitersMax) {
                return Refusal.WAITERS_MAX.outcome();
            }
        }
        long heapBytes = heapBytes(c, owner, known);
        Refusal refusal = refuse(tenant, known, dataBytes);
        if (refusal == null) {
            // Finished claims can be dropped to make room here too.
            refusal = state.refuseBytes(heapBytes - tenant.finishedHeapBytes);
        }
        if (refusal != null) {
            return refusal.outcome();
        }
        makeRoom(tenant, dataBytes, heapBytes);
        Claim claim = claims.create(tenant, name, c.creator(), c.data());
        Resource resource = known != null ? known : kernel.create(claim.trail.name, 0, 1);
        GrantTerms wish = new GrantTerms(claim, owner, 0, c.ttlNanos());
        if (kernel.free(resource)) {
            Grant grant = kernel.grant(resource, wish, false, 0);
            activate(claim, grant);
        } else {
            // No call waits for the turn of a claim, so the claim outlives the process that created
            // it.
            CallSite none = new CallSite(MemberProcess.NONE, claim.number(), null);
            kernel.enqueue(resource, wish, none, true, Timed.NEVER);
            settleLease(resource);
        }
        return new Outcome.Claimed(claim.state(state.nowNanos()));
    }

    /**
     * Rejects a new claim that has no room even if all finished claims were dropped; null if it
     * has.
     */
    private @Nullable Refusal refuse(ClaimsTenant tenant, @Nullable Resource known, int dataBytes) {
        long live = tenant.dataBytes - tenant.finishedDataBytes;
        if (dataBytes > settings.dataBytesMax()
                || live + dataBytes > settings.dataBytesTotalMax()) {
            return Refusal.DATA_MAX;
        }
        TenantUse use = tenant.use;
        Refusal refusal = use.refuseKeys(1);
        if (refusal == null) {
            boolean free = known == null || kernel.free(known);
            refusal = free ? use.refuseLeases(1) : use.refuseWaiters(1);
        }
        return refusal != null ? refusal : use.refuseBytes(dataBytes, tenant.finishedDataBytes);
    }

    /**
     * Returns the heap size of a new claim with its waiter, and with its resource if that is new.
     */
    private static long heapBytes(Create c, @Nullable String owner, @Nullable Resource known) {
        String key = c.resource();
        GrantTerms wish = new GrantTerms(Bearer.ANYONE, owner, 0, c.ttlNanos());
        long sum = (long) Claim.bytes(c.creator(), c.data())
                + ResourceClaims.bytes(key)
                + Waiter.bytes(wish);
        return known != null ? sum : sum + Resource.bytes(key, 1);
    }

    /** Drops finished claims to make room for a new one. Live claims are never dropped. */
    private void makeRoom(ClaimsTenant tenant, int dataBytes, long heapBytes) {
        Claim oldest = tenant.oldest();
        while (oldest != null
                && (tenant.dataBytes + dataBytes > settings.dataBytesTotalMax()
                        || tenant.use.refuseBytes(dataBytes) != null
                        || !state.hasRoom(heapBytes))) {
            claims.forget(oldest);
            oldest = tenant.oldest();
        }
    }

    private ClaimsOutcome.Update update(Update c) {
        ClaimsTenant tenant = claims.tenant(c.tenant());
        Claim claim = tenant == null ? null : claims.find(tenant, c.id());
        if (claim == null) {
            return new ClaimRefused(ClaimRefusal.NOT_FOUND, c.id(), null);
        }
        String onlyOf = c.onlyOf();
        if (onlyOf != null && !onlyOf.equals(claim.creator)) {
            return refused(ClaimRefusal.FORBIDDEN, claim);
        }
        Resource resource = kernel.find(claim.trail.name);
        if (resource != null) {
            // End grants that expired within this batch before the claim is changed.
            expireDue(resource);
        }
        ClaimsOutcome.Update outcome = switch (c) {
            case Prolong prolong -> prolong(claim, prolong.ttlNanos());
            case Move move -> move(claim, move.to(), resource);
        };
        forgetBeyond(claim.trail.tenant);
        return outcome;
    }

    private ClaimsOutcome.Update prolong(Claim claim, long ttlNanos) {
        if (claim.status != ClaimStatus.ACTIVE) {
            return refused(ClaimRefusal.TTL_OF_INACTIVE, claim);
        }
        claims.prolong(claim, state.after(ttlNanos));
        settleLease(grant(claim).resource());
        return new Outcome.Claimed(claim.state(state.nowNanos()));
    }

    private ClaimsOutcome.Update move(Claim claim, ClaimStatus to, @Nullable Resource resource) {
        return switch (to) {
            case ACTIVE -> toActive(claim, resource);
            case RELEASED ->
                claim.status == ClaimStatus.ACTIVE
                        ? end(claim, to)
                        : refused(ClaimRefusal.RELEASE_OF_INACTIVE, claim);
            case ABORTED, REVOKED, WITHDRAWN, EXPIRED, WAITING ->
                claim.status.isFinal() || !to.mayBeAskedFor()
                        ? refused(ClaimRefusal.FINAL, claim)
                        : end(claim, to);
        };
    }

    /**
     * A waiting claim becomes active by itself when its turn comes. A request for it only succeeds
     * if the claim is already active.
     */
    private ClaimsOutcome.Update toActive(Claim claim, @Nullable Resource resource) {
        if (claim.status == ClaimStatus.ACTIVE) {
            return new Outcome.Claimed(claim.state(state.nowNanos()));
        }
        if (claim.status.isFinal()) {
            boolean someoneWaits = resource != null && resource.queued() > 0;
            return refused(
                    someoneWaits ? ClaimRefusal.ACTIVATION_OF_FINAL : ClaimRefusal.NOBODY_ELIGIBLE,
                    claim);
        }
        Grant held = resource == null ? null : resource.firstGrant();
        long activeId = held != null && held.holder() instanceof Claim active ? active.id : 0;
        return new ClaimRefused(ClaimRefusal.HELD, activeId, claim.status);
    }

    private ClaimsOutcome.Update end(Claim claim, ClaimStatus to) {
        Waiter waiter = claim.anyWaiter();
        Grant grant = claim.anyGrant();
        finish(claim, to);
        if (grant != null) {
            kernel.end(grant, to == ClaimStatus.RELEASED ? GrantEnd.RELEASED : GrantEnd.CANCELLED);
        } else if (waiter != null) {
            kernel.leave(waiter, WaitEnd.CANCELLED);
            settleLease(waiter.resource());
        }
        return Outcome.DONE;
    }

    private static ClaimRefused refused(ClaimRefusal reason, Claim claim) {
        return new ClaimRefused(reason, claim.id, claim.status);
    }

    private void activate(Claim claim, Grant grant) {
        claims.activate(claim, state.after(grant.ttlNanos()));
        state.event(new Event.ClaimMoved(claim.trail.tenant.name, claim.id, claim.status));
        settleLease(grant.resource());
    }

    private void finish(Claim claim, ClaimStatus status) {
        claims.finish(claim, status);
        state.event(new Event.ClaimMoved(claim.trail.tenant.name, claim.id, status));
    }

    /** Expires claims whose ttl ends by this time, even in their grace period. */
    private void expire(Resource resource, long byNanos) {
        Grant grant = resource.firstGrant();
        while (grant != null
                && grant.holder() instanceof Claim claim
                && claim.untilNanos <= byNanos) {
            kernel.end(grant, GrantEnd.EXPIRED);
            grant = resource.firstGrant();
        }
    }

    private void expireDue(Resource resource) {
        Grant grant = resource.firstGrant();
        while (grant != null && grant.dueNanos() <= state.nowNanos()) {
            kernel.end(grant, GrantEnd.EXPIRED);
            grant = resource.firstGrant();
        }
    }

    /**
     * Sets when the holder's grant ends: with its ttl if claims wait, otherwise after the grace
     * period.
     */
    private void settleLease(Resource resource) {
        Grant grant = resource.firstGrant();
        if (grant != null && grant.holder() instanceof Claim claim) {
            long dueNanos = endOf(claim, resource, settings.graceNanos());
            if (grant.dueNanos() != dueNanos) {
                kernel.endAt(grant, dueNanos);
            }
        }
    }

    static long endOf(Claim claim, Resource resource, long graceNanos) {
        long end = claim.untilNanos;
        if (resource.queued() > 0) {
            return end;
        }
        long graced = end + graceNanos;
        return graced < end ? Timed.NEVER : graced;
    }

    private void settleLeases(ClaimsTenant tenant) {
        IdSet active = tenant.of(ClaimStatus.ACTIVE);
        for (long id = active.next(0); id != 0; id = active.next(id)) {
            Claim claim = claims.find(tenant, id);
            if (claim != null) {
                settleLease(grant(claim).resource());
            }
        }
    }

    private static Grant grant(Claim claim) {
        Grant grant = claim.anyGrant();
        if (grant == null) {
            throw new IllegalStateException("an active claim has a grant");
        }
        return grant;
    }

    private void forgetBeyond(ClaimsTenant tenant) {
        Claim oldest = tenant.oldest();
        while (oldest != null && tenant.finished.size() > settings.keptMax()) {
            claims.forget(oldest);
            oldest = tenant.oldest();
        }
    }

    /** Removes a tenant's finished claims that were kept long enough. */
    public void due(Timed row) {
        if (row instanceof ClaimsTenant tenant) {
            Claim oldest = tenant.oldest();
            while (oldest != null && claims.forgottenNanos(oldest.dueNanos()) <= state.nowNanos()) {
                claims.forget(oldest);
                oldest = tenant.oldest();
            }
        }
    }

    /** An idle resource is removed at once, because its claims are kept elsewhere. */
    @Override
    public long idleNanos() {
        return 0;
    }

    @Override
    public void forgotten(Resource resource) {
        // Its finished claims stay as history until they are removed.
    }

    @Override
    public void promoted(Waiter waiter, Grant grant) {
        if (waiter.holder() instanceof Claim claim) {
            activate(claim, grant);
        }
    }

    @Override
    public void ended(Grant grant, GrantEnd reason) {
        if (grant.holder() instanceof Claim claim && claim.status == ClaimStatus.ACTIVE) {
            // All other endings finish the claim before they end its grant.
            boolean broken = reason == GrantEnd.BROKEN;
            finish(claim, broken ? ClaimStatus.REVOKED : ClaimStatus.EXPIRED);
            forgetBeyond(claim.trail.tenant);
        }
    }

    /** No call waits at a claim's place, so the end of a process does not affect it. */
    @Override
    public void endWaits(Waiter waiter, WaitEnd reason, Refusal refusal) {
        throw new IllegalStateException("no process serves the place of a claim");
    }

    @Override
    public void left(Waiter waiter, WaitEnd reason) {
        // Only an operator removes a waiter whose claim has not been finished before.
        if (waiter.holder() instanceof Claim claim && claim.status == ClaimStatus.WAITING) {
            finish(claim, ClaimStatus.REVOKED);
            settleLease(waiter.resource());
            forgetBeyond(claim.trail.tenant);
        }
    }
}
