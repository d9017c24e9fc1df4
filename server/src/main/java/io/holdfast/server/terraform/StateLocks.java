package io.holdfast.server.terraform;

import io.holdfast.core.command.ClaimsCommand;
import io.holdfast.core.command.ResourceCommand;
import io.holdfast.core.outcome.ClaimRefusal;
import io.holdfast.core.outcome.ClaimsOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.ResourceOutcome;
import io.holdfast.core.query.ClaimAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.ClaimState;
import io.holdfast.core.value.ClaimStatus;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;

import org.jspecify.annotations.Nullable;

/**
 * Handles locks and unlocks. Both may be repeated after a lost answer: the ID of the LockInfo says
 * which run a request belongs to, so an Idempotency-Key is not needed.
 */
final class StateLocks {

    private static final String FORCED = "force-unlock";

    private final Requests requests;

    StateLocks(Requests requests) {
        this.requests = requests;
    }

    /** A valid request for a lock. */
    private record Wanted(StateName name, LockInfo info, long leaseNanos) {}

    void lock(Exchange exchange) {
        try {
            take(
                    exchange,
                    new Wanted(
                            StateName.of(exchange),
                            LockInfo.parse(exchange.body()),
                            LeaseTime.nanos(exchange)));
        } catch (BadLock bad) {
            exchange.refuse(Problem.BAD_REQUEST, bad.detail());
        }
    }

    private void take(Exchange exchange, Wanted wanted) {
        ClaimsCommand.Take command = new ClaimsCommand.Take(
                wanted.name().tenant(),
                wanted.name().resource(),
                wanted.leaseNanos(),
                exchange.actor().principal(),
                wanted.info().owner(),
                wanted.info().json());
        requests.submitWithoutKey(exchange, exchange.actor(), command, outcome -> {
            switch (outcome) {
                case Outcome.Claimed(ClaimState state) -> Replies.locked(exchange, state);
                case Outcome.ClaimRefused refused -> held(exchange, wanted, refused.id());
                case Outcome.Shared shared -> Requests.refuse(exchange, shared);
            }
        });
    }

    /** This member has applied the refusal, so its own state has the claim that was active. */
    private void held(Exchange exchange, Wanted wanted, long id) {
        requests.readApplied(exchange, new Query.FindClaim(wanted.name().tenant(), id), claim -> {
            if (claim == null) {
                Replies.changed(exchange);
                return;
            }
            Holder holder = Holder.of(claim);
            String onlyOf = onlyOf(exchange, claim);
            boolean own = onlyOf == null || onlyOf.equals(claim.creator());
            if (own && holder.isSame(wanted.info())) {
                renew(exchange, wanted, holder, onlyOf);
            } else {
                Replies.held(exchange, holder);
            }
        });
    }

    private void renew(Exchange exchange, Wanted wanted, Holder holder, @Nullable String onlyOf) {
        update(
                exchange,
                new ClaimsCommand.Prolong(
                        wanted.name().tenant(),
                        holder.claim().state().id(),
                        onlyOf,
                        wanted.leaseNanos()));
    }

    void unlock(Exchange exchange) {
        try {
            StateName name = StateName.of(exchange);
            byte[] body = exchange.body();
            LockInfo sent = body.length == 0 ? null : LockInfo.parse(body);
            if (sent == null && !mayForce(exchange)) {
                return;
            }
            Query<@Nullable ClaimAnswer> query =
                    new Query.LastClaim(name.tenant(), name.resource());
            requests.readLatest(
                    exchange, query, (claim, point) -> unlock(exchange, name, sent, claim));
        } catch (BadLock bad) {
            exchange.refuse(Problem.BAD_REQUEST, bad.detail());
        }
    }

    /** @param sent null if the unlock is forced and names no ID */
    private void unlock(
            Exchange exchange,
            StateName name,
            @Nullable LockInfo sent,
            @Nullable ClaimAnswer claim) {
        Holder holder = claim == null ? null : Holder.of(claim);
        boolean named = holder != null
                && (sent == null || sent.id().equals(holder.info().id()));
        if (holder == null || holder.claim().state().status() != ClaimStatus.ACTIVE) {
            ended(exchange, named && sent != null ? holder : null);
        } else if (!named) {
            Replies.other(exchange, holder);
        } else if (sent != null && holder.isSame(sent)) {
            update(
                    exchange,
                    new ClaimsCommand.Move(
                            name.tenant(),
                            holder.claim().state().id(),
                            onlyOf(exchange, holder.claim()),
                            ClaimStatus.RELEASED));
        } else if (sent == null || mayForce(exchange)) {
            force(exchange, name, holder);
        }
    }

    /** An unlock whose answer was lost succeeds again. */
    private static void ended(Exchange exchange, @Nullable Holder last) {
        ClaimState state = last == null ? null : last.claim().state();
        if (state != null && state.status() == ClaimStatus.RELEASED) {
            Replies.unlocked(exchange);
        } else {
            Replies.notHeld(exchange, state);
        }
    }

    private void update(Exchange exchange, ClaimsCommand.Update command) {
        requests.submitWithoutKey(
                exchange, exchange.actor(), command, outcome -> updated(exchange, outcome));
    }

    private static void updated(Exchange exchange, ClaimsOutcome.Update outcome) {
        switch (outcome) {
            case Outcome.Claimed(ClaimState state) -> Replies.locked(exchange, state);
            case Outcome.Done _ -> Replies.unlocked(exchange);
            case Outcome.ClaimRefused refused -> {
                if (refused.reason() == ClaimRefusal.FORBIDDEN) {
                    Replies.foreign(exchange);
                } else {
                    Replies.changed(exchange);
                }
            }
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    /** Breaks the lock as an operator does, which is always audited. */
    private void force(Exchange exchange, StateName name, Holder holder) {
        ResourceName resource = new ResourceName(name.tenant(), Space.CLAIMS, name.resource());
        long fence = holder.claim().state().fence();
        ResourceCommand.Break command = new ResourceCommand.Break(
                resource, fence, FORCED + " of " + holder.info().id());
        requests.submitWithoutKey(
                exchange, exchange.actor(), command, outcome -> broken(exchange, outcome));
    }

    private static void broken(Exchange exchange, ResourceOutcome.Break outcome) {
        switch (outcome) {
            case Outcome.Done _ -> Replies.broken(exchange);
            case Outcome.NotHeld _ -> Replies.notHeld(exchange, null);
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    /** Returns whether the caller may break locks; otherwise the request is refused. */
    private static boolean mayForce(Exchange exchange) {
        boolean may = exchange.principal().is(Role.LOCK_BREAKER);
        if (!may) {
            String why = "this needs the role " + Role.LOCK_BREAKER.text() + ": " + FORCED;
            exchange.denied(why);
            exchange.refuse(Problem.FORBIDDEN, why);
        }
        return may;
    }

    /**
     * Returns whose locks the caller may renew and release; null for everyone's. The audit log
     * distinguishes an administrator's own locks from others'.
     */
    private static @Nullable String onlyOf(Exchange exchange, ClaimAnswer claim) {
        Principal principal = exchange.principal();
        boolean all = principal.is(Role.ADMIN) && !claim.creator().equals(principal.name());
        return all || principal.name().isEmpty() ? null : principal.name();
    }
}
