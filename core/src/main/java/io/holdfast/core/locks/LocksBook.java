package io.holdfast.core.locks;

import io.holdfast.core.bytes.ByteReader;
import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.LocksCommand.Abandon;
import io.holdfast.core.command.LocksCommand.Acquire;
import io.holdfast.core.command.LocksCommand.Await;
import io.holdfast.core.command.LocksCommand.Enqueue;
import io.holdfast.core.command.LocksCommand.OfClient;
import io.holdfast.core.command.LocksCommand.Release;
import io.holdfast.core.command.LocksCommand.Renew;
import io.holdfast.core.command.Settings;
import io.holdfast.core.event.Event.GrantEnd;
import io.holdfast.core.event.Event.WaitEnd;
import io.holdfast.core.ledger.CallSite;
import io.holdfast.core.ledger.RequestLedger;
import io.holdfast.core.ledger.RequestRecord;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.resource.Book;
import io.holdfast.core.resource.Grant;
import io.holdfast.core.resource.GrantTerms;
import io.holdfast.core.resource.HangUps;
import io.holdfast.core.resource.Kernel;
import io.holdfast.core.resource.Resource;
import io.holdfast.core.resource.Waiter;
import io.holdfast.core.sessions.Session;
import io.holdfast.core.sessions.Sessions;
import io.holdfast.core.state.RowList;
import io.holdfast.core.state.State;
import io.holdfast.core.state.Timed;
import io.holdfast.core.tenants.TenantUse;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.core.value.Token;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rules of locks and semaphores. A command's method returns its outcome, or null if the call
 * waits. In that case {@link RequestLedger#answer} delivers the outcome later.
 */
public final class LocksBook implements Book {

    private final State state;
    private final Kernel kernel;
    private final Sessions sessions;
    private final RequestLedger ledger;
    private final HangUps hangUps;
    final EnqueuedRequests places;
    private final Tally tally = new Tally();
    private Settings settings = Settings.DEFAULT;

    public LocksBook(State state, Kernel kernel, Sessions sessions, RequestLedger ledger) {
        this.state = state;
        this.kernel = kernel;
        this.sessions = sessions;
        this.ledger = ledger;
        this.hangUps = new HangUps(kernel, ledger);
        this.places = new EnqueuedRequests(state);
    }

    public void configure(Settings settings) {
        this.settings = settings;
    }

    /** Returns the rows of this book alone, for snapshots. */
    public RowList<?> rows() {
        return places.rows();
    }

    /** Counts a restored resource. Returns false if this book does not accept it. */
    public boolean restored(Resource resource) {
        boolean mine =
                resource.space() == Space.LOCKS && resource.variant() < KeyKind.values().length;
        if (mine) {
            tally.add(resource);
            resource.tenant().addKeys(1);
        }
        return mine;
    }

    /** Reads a row of this book from a snapshot. */
    public void read(ByteReader in, LongFunction<@Nullable Waiter> waiters) {
        places.read(in, new EnqueuedRequests.Names() {
            @Override
            public @Nullable Waiter waiter(long number) {
                return waiters.apply(number);
            }

            @Override
            public @Nullable Grant grant(long fence) {
                return kernel.findGrant(fence);
            }
        });
    }

    public Tally tally() {
        return tally;
    }

    public @Nullable LocksOutcome apply(LocksCommand<?> command, CallSite call) {
        Session session = sessions.find(command.name().tenant(), command.session());
        return switch (command) {
            case Abandon c -> {
                abandon(c, session, call);
                yield Outcome.DONE;
            }
            case OfClient<?> c -> apply(c, session, call);
        };
    }

    private @Nullable LocksOutcome apply(
            OfClient<?> command, @Nullable Session session, CallSite call) {
        if (session == null) {
            return LockRefusal.SESSION_GONE.outcome();
        }
        sessions.seen(session);
        return switch (command) {
            case Acquire c -> acquire(c, session, call);
            case Enqueue c -> enqueue(c, session, call);
            case Await c -> await(c, session, call);
            case Release c -> release(c);
            case Renew c -> renew(c);
        };
    }

    private LocksOutcome.@Nullable Acquire acquire(Acquire c, Session session, CallSite call) {
        Resource resource = kernel.find(c.name());
        TenantUse tenant = session.tenant();
        GrantTerms wish = wish(session, c.owner(), c.salt(), c.ttlNanos());
        if (!fits(resource, c.kind(), c.limit())) {
            return LockRefusal.LIMIT_MISMATCH.outcome();
        }
        if (full(session)) {
            return LockRefusal.SESSION_LOCKS_MAX.outcome();
        }
        Refusal refusal = refuseUse(tenant, resource, c, c.limit(), Grant.bytes(wish));
        if (refusal != null) {
            return refusal.outcome();
        }
        if (resource == null || kernel.free(resource)) {
            Resource free = resource != null ? resource : create(tenant, c, c.limit());
            return granted(kernel.grant(free, wish, false, 0));
        }
        Resource used = resource;
        if (used.queued() >= settings.waitersPerKeyMax()) {
            return Refusal.WAITERS_MAX.outcome();
        }
        if (c.waitNanos() == 0) {
            return kernel.estimates().timedOut(used);
        }
        Refusal full = refuseWait(tenant, Waiter.bytes(wish));
        if (full != null) {
            return full.outcome();
        }
        kernel.enqueue(used, wish, call, false, state.after(c.waitNanos()));
        tally.waiters(used, 1);
        return null;
    }

    private LocksOutcome.Enqueue enqueue(Enqueue c, Session session, CallSite call) {
        Resource resource = kernel.find(c.name());
        Place old = resource == null ? null : places.find(session, resource);
        if (resource != null && old != null && !old.expired() && sameKind(resource, c.kind())) {
            return LockRefusal.ALREADY_ENQUEUED.outcome();
        }
        TenantUse tenant = session.tenant();
        GrantTerms wish = wish(session, c.owner(), c.salt(), c.ttlNanos());
        if (!fits(resource, c.kind(), c.limit())) {
            return LockRefusal.LIMIT_MISMATCH.outcome();
        }
        if (full(session)) {
            return LockRefusal.SESSION_LOCKS_MAX.outcome();
        }
        int grantBytes = Grant.bytes(wish) + Place.BYTES;
        Refusal refusal = refuseUse(tenant, resource, c, c.limit(), grantBytes);
        if (refusal != null) {
            return refusal.outcome();
        }
        boolean free = resource == null || kernel.free(resource);
        if (resource != null && !free) {
            Refusal full = resource.queued() >= settings.waitersPerKeyMax()
                    ? Refusal.WAITERS_MAX
                    : refuseWait(tenant, Waiter.bytes(wish) + Place.BYTES);
            if (full != null) {
                return full.outcome();
            }
        }
        Resource used = resource != null ? resource : create(tenant, c, c.limit());
        if (old != null) {
            places.close(old);
        }
        Place place = places.open(session, used, call);
        if (free) {
            Grant grant = kernel.grant(used, wish, true, 0);
            places.granted(place, grant);
            return granted(grant);
        }
        // This call is answered now. The ledger may drop its record while the place is queued.
        CallSite taker = new CallSite(call.life(), call.sequence(), null);
        places.queued(place, kernel.enqueue(used, wish, taker, true, Timed.NEVER));
        tally.waiters(used, 1);
        int position = used.queued();
        return new Outcome.Queued(position, kernel.estimates().of(used, position));
    }

    /**
     * Returns whether the session has as many locks as it may. Its end frees them in one step,
     * which must not take long.
     */
    private boolean full(Session session) {
        return session.slots() >= settings.locksPerSessionMax();
    }

    private LocksOutcome.@Nullable Await await(Await c, Session session, CallSite call) {
        Resource resource = kernel.find(c.name());
        Place place = resource == null || !sameKind(resource, c.kind())
                ? null
                : places.find(session, resource);
        if (place == null) {
            return LockRefusal.NOT_ENQUEUED.outcome();
        }
        Grant grant = place.grant;
        if (grant != null) {
            places.close(place);
            kernel.collect(grant);
            return outcome(grant);
        }
        Waiter waiter = place.waiter;
        if (waiter == null) {
            places.close(place);
            return LockRefusal.LEASE_EXPIRED.outcome();
        }
        if (waiter.parked()) {
            // Another member already waits for this session. Only one call may get the grant.
            return LockRefusal.NOT_ENQUEUED.outcome();
        }
        if (c.waitNanos() == 0) {
            kernel.leave(waiter, WaitEnd.TIMED_OUT);
            return kernel.estimates().timedOut(waiter.resource());
        }
        kernel.park(waiter, call, state.after(c.waitNanos()));
        return null;
    }

    private LocksOutcome.Release release(Release c) {
        Grant grant = held(c.name(), c.kind(), c.token());
        if (grant == null) {
            return Outcome.NOT_HELD;
        }
        kernel.end(grant, GrantEnd.RELEASED);
        return Outcome.DONE;
    }

    private LocksOutcome.Renew renew(Renew c) {
        Grant grant = held(c.name(), c.kind(), c.token());
        if (grant == null) {
            return Outcome.NOT_HELD;
        }
        kernel.extend(grant, ttl(c.ttlNanos()));
        return new Outcome.Renewed(grant.ttlNanos());
    }

    /** Ends the wait or the grant of the abandoned call. Grants of other calls are not affected. */
    private void abandon(Abandon c, @Nullable Session session, CallSite mine) {
        CallSite call = hangUps.abandoned(c.call(), c.request(), mine);
        if (call == null) {
            return;
        }
        RequestRecord remembered = call.remembered();
        Resource resource = kernel.find(c.name());
        Place place = session == null || resource == null ? null : places.find(session, resource);
        if (place != null && !place.takenBy(call)) {
            place = null;
        }
        Waiter waiter = kernel.findWaiter(call.life().number(), call.sequence());
        if (waiter == null && place != null && place.waiter != null && !place.waiter.parked()) {
            waiter = place.waiter;
        }
        if (waiter != null) {
            forgetAnswer(remembered, null);
            hangUps.endWait(waiter, WaitEnd.ABANDONED, Refusal.ABANDONED.outcome());
            return;
        }
        Token token = c.granted();
        Grant grant = token == null ? null : held(c.name(), c.kind(), token);
        if (grant == null && place != null) {
            grant = place.grant;
        }
        if (grant != null) {
            forgetAnswer(remembered, grant.token());
            kernel.end(grant, GrantEnd.ABANDONED);
        }
    }

    /** Drops the outcome of a grant that was given up, so that a retry does not get it. */
    private void forgetAnswer(@Nullable RequestRecord remembered, @Nullable Token token) {
        Outcome outcome = remembered == null ? null : remembered.outcome();
        boolean gave = outcome instanceof Outcome.Queued
                || outcome instanceof Outcome.Granted granted && granted.token().equals(token);
        if (remembered != null && gave) {
            ledger.forget(remembered);
        }
    }

    /** Ends the wait. The place of a session stays. */
    @Override
    public void endWaits(Waiter waiter, WaitEnd reason, Refusal refusal) {
        if (!waiter.twoPhase()) {
            hangUps.endWait(waiter, reason, outcome(waiter, reason));
            return;
        }
        CallSite call = waiter.call();
        CallSite next = waiter.parked() ? ledger.takeJoined(call, refusal.outcome()) : null;
        if (next != null) {
            kernel.handOver(waiter, next);
            return;
        }
        boolean parked = waiter.parked();
        kernel.unpark(waiter);
        if (parked) {
            ledger.answer(call, refusal.outcome());
            if (waiter.holder() instanceof Session session) {
                sessions.seen(session);
            }
        }
    }

    /** Removes a place whose expired lease has been remembered long enough. */
    public void due(Timed place) {
        if (place instanceof Place expired) {
            places.close(expired);
        }
    }

    @Override
    public long idleNanos() {
        return settings.keyIdleNanos();
    }

    @Override
    public void forgotten(Resource resource) {
        tally.keys(-1);
        resource.tenant().addKeys(-1);
    }

    @Override
    public void promoted(Waiter waiter, Grant grant) {
        tally.waiters(waiter.resource(), -1);
        Outcome outcome = granted(grant);
        Place place = waiter.twoPhase() ? place(waiter) : null;
        if (!waiter.parked() && place != null) {
            places.granted(place, grant);
            return;
        }
        if (place != null) {
            places.close(place);
        }
        endCall(waiter, outcome);
    }

    @Override
    public void ended(Grant grant, GrantEnd reason) {
        tally.holders(grant.resource(), -1);
        if (grant.uncollected() && grant.holder() instanceof Session session) {
            Place place = places.find(session, grant.resource());
            if (place != null && place.grant == grant) {
                if (reason == GrantEnd.EXPIRED || reason == GrantEnd.BROKEN) {
                    places.expired(place, state.after(settings.keyIdleNanos()));
                } else {
                    places.close(place);
                }
            }
        }
    }

    @Override
    public void left(Waiter waiter, WaitEnd reason) {
        tally.waiters(waiter.resource(), -1);
        Place place = waiter.twoPhase() ? place(waiter) : null;
        if (place != null) {
            places.close(place);
        }
        if (waiter.parked()) {
            endCall(waiter, outcome(waiter, reason));
        }
    }

    private void endCall(Waiter waiter, Outcome outcome) {
        ledger.answer(waiter.call(), outcome);
        if (waiter.holder() instanceof Session session) {
            sessions.seen(session);
        }
    }

    private LocksOutcome.Await outcome(Waiter waiter, WaitEnd reason) {
        return switch (reason) {
            // A client whose wait an operator ended gets the answer that it knows.
            case TIMED_OUT, CANCELLED, REMOVED -> kernel.estimates().timedOut(waiter.resource());
            case SESSION_ENDED -> LockRefusal.SESSION_GONE.outcome();
            case ABANDONED -> Refusal.ABANDONED.outcome();
            case DRAINED -> Refusal.DRAINING.outcome();
            // Does not occur: only idle keys are removed. The client could only retry.
            case DELETED -> Refusal.ABANDONED.outcome();
        };
    }

    private @Nullable Place place(Waiter waiter) {
        return waiter.holder() instanceof Session session
                ? places.find(session, waiter.resource())
                : null;
    }

    private @Nullable Refusal refuseWait(TenantUse tenant, int bytes) {
        Refusal refusal = tenant.refuseWaiters(1);
        return refusal != null ? refusal : state.refuseBytes(bytes);
    }

    private @Nullable Refusal refuseGrant(TenantUse tenant, int bytes) {
        Refusal refusal = tenant.refuseLeases(1);
        return refusal != null ? refusal : state.refuseBytes(bytes);
    }

    private @Nullable Refusal refuseUse(
            TenantUse tenant,
            @Nullable Resource resource,
            LocksCommand<?> c,
            int limit,
            int bytes) {
        if (resource == null) {
            if (tally.keys() >= settings.keysMax()) {
                return Refusal.KEYS_MAX;
            }
            Refusal refusal = tenant.refuseKeys(1);
            return refusal != null
                    ? refusal
                    : refuseGrant(tenant, bytes + Resource.bytes(c.name().key(), limit));
        }
        return kernel.free(resource) ? refuseGrant(tenant, bytes) : null;
    }

    private static boolean fits(@Nullable Resource resource, KeyKind kind, int limit) {
        return kind.allows(limit)
                && (resource == null || sameKind(resource, kind) && resource.capacity() == limit);
    }

    private static boolean sameKind(Resource resource, KeyKind kind) {
        return resource.variant() == kind.ordinal();
    }

    private Resource create(TenantUse tenant, LocksCommand<?> c, int limit) {
        tally.keys(1);
        tenant.addKeys(1);
        return kernel.create(tenant, c.name(), c.kind().ordinal(), limit);
    }

    private GrantTerms wish(Session session, @Nullable String owner, long salt, long ttlNanos) {
        return new GrantTerms(
                session, owner != null ? owner : session.owner(), salt, ttl(ttlNanos));
    }

    private long ttl(long asked) {
        return asked == 0 ? settings.defaultTtlNanos() : asked;
    }

    /** Returns the grant of a valid token; null for every kind of invalid token. */
    private @Nullable Grant held(ResourceName name, KeyKind kind, Token token) {
        Grant grant = kernel.findGrant(token.fence());
        if (grant == null
                || !grant.token().equals(token)
                || !sameKind(grant.resource(), kind)
                || !grant.resource().isNamed(name)) {
            return null;
        }
        return grant;
    }

    private Outcome.Granted granted(Grant grant) {
        tally.holders(grant.resource(), 1);
        return outcome(grant);
    }

    private static Outcome.Granted outcome(Grant grant) {
        return new Outcome.Granted(grant.token(), grant.slot(), grant.ttlNanos());
    }
}
