package io.holdfast.sim;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.LocksCommand.Abandon;
import io.holdfast.core.command.LocksCommand.Acquire;
import io.holdfast.core.command.LocksCommand.Await;
import io.holdfast.core.command.LocksCommand.Enqueue;
import io.holdfast.core.command.LocksCommand.Release;
import io.holdfast.core.command.LocksCommand.Renew;
import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.ResourceName;
import io.holdfast.sim.ModelRows.Hold;
import io.holdfast.sim.ModelRows.Key;
import io.holdfast.sim.ModelRows.Place;
import io.holdfast.sim.ModelRows.Wait;

import org.jspecify.annotations.Nullable;

/** Computes the outcome of one call of a session on a key; null if it waits. */
final class ModelLocks {

    private final ModelRules rules;
    private final ModelRows.Client client;
    private final Origin origin;
    private final ModelRows.@Nullable Answer answer;

    ModelLocks(
            ModelRules rules,
            ModelRows.Client client,
            Origin origin,
            ModelRows.@Nullable Answer answer) {
        this.rules = rules;
        this.client = client;
        this.origin = origin;
        this.answer = answer;
    }

    @Nullable
    Outcome outcome(LocksCommand<?> command) {
        return switch (command) {
            case Acquire c -> acquire(c);
            case Enqueue c -> enqueue(c);
            case Await c -> await(c);
            case Release c -> {
                Hold hold = rules.hold(c.name(), c.kind(), c.token());
                if (hold == null) {
                    yield Outcome.NOT_HELD;
                }
                rules.end(hold, false);
                yield Outcome.DONE;
            }
            case Renew c -> {
                Hold hold = rules.hold(c.name(), c.kind(), c.token());
                if (hold == null) {
                    yield Outcome.NOT_HELD;
                }
                rules.deliveries.forget(hold.token.fence());
                hold.ttlNanos = ttl(c.ttlNanos());
                hold.endNanos = rules.after(hold.ttlNanos);
                yield new Outcome.Renewed(hold.ttlNanos);
            }
            case Abandon _ -> Outcome.DONE;
        };
    }

    private @Nullable Outcome acquire(Acquire c) {
        if (!fits(c.name(), c.kind(), c.limit())) {
            return LockRefusal.LIMIT_MISMATCH.outcome();
        }
        if (rules.full(client)) {
            return LockRefusal.SESSION_LOCKS_MAX.outcome();
        }
        Refusal refusal = refusal(c.name());
        if (refusal != null) {
            return refusal.outcome();
        }
        Key key = used(c.name(), c.kind(), c.limit());
        if (free(key)) {
            return ModelRules.granted(rules.grant(key, client, c.salt(), ttl(c.ttlNanos())));
        }
        if (key.line.size() >= rules.settings.waitersPerKeyMax()) {
            return Refusal.WAITERS_MAX.outcome();
        }
        if (c.waitNanos() == 0) {
            return Outcome.TIMED_OUT;
        }
        Refusal full = rules.tenant.refuseWaiters();
        if (full != null) {
            return full.outcome();
        }
        Wait wait = new Wait(key, client, c.salt(), ttl(c.ttlNanos()));
        waits(wait, c.waitNanos());
        key.line.add(wait);
        return null;
    }

    private Outcome enqueue(Enqueue c) {
        Key known = rules.key(c.name());
        Place old = known == null ? null : rules.place(client, known);
        boolean expired = old != null && old.wait == null && old.hold == null;
        if (known != null && old != null && !expired && known.kind == c.kind()) {
            return LockRefusal.ALREADY_ENQUEUED.outcome();
        }
        if (!fits(c.name(), c.kind(), c.limit())) {
            return LockRefusal.LIMIT_MISMATCH.outcome();
        }
        if (rules.full(client)) {
            return LockRefusal.SESSION_LOCKS_MAX.outcome();
        }
        Refusal refusal = refusal(c.name());
        if (refusal != null) {
            return refusal.outcome();
        }
        Key key = used(c.name(), c.kind(), c.limit());
        if (!free(key) && key.line.size() >= rules.settings.waitersPerKeyMax()) {
            return Refusal.WAITERS_MAX.outcome();
        }
        Refusal full = free(key) ? null : rules.tenant.refuseWaiters();
        if (full != null) {
            return full.outcome();
        }
        rules.places.remove(old);
        Place place = new Place(client, key, origin);
        rules.places.add(place);
        if (free(key)) {
            Hold hold = rules.grant(key, client, c.salt(), ttl(c.ttlNanos()));
            place.hold = hold;
            return ModelRules.granted(hold);
        }
        Wait wait = new Wait(key, client, c.salt(), ttl(c.ttlNanos()));
        place.wait = wait;
        key.line.add(wait);
        return new Outcome.Queued(key.line.size(), Estimate.NONE);
    }

    private @Nullable Outcome await(Await c) {
        Key key = rules.key(c.name());
        Place place = key == null || key.kind != c.kind() ? null : rules.place(client, key);
        if (place == null) {
            return LockRefusal.NOT_ENQUEUED.outcome();
        }
        Wait wait = place.wait;
        Hold hold = place.hold;
        if (hold != null) {
            rules.places.remove(place);
            rules.deliveries.forget(hold.token.fence());
            hold.endNanos = rules.after(hold.ttlNanos);
            return ModelRules.granted(hold);
        }
        if (wait == null) {
            rules.places.remove(place);
            return LockRefusal.LEASE_EXPIRED.outcome();
        }
        if (wait.call != null) {
            return LockRefusal.NOT_ENQUEUED.outcome();
        }
        if (c.waitNanos() == 0) {
            rules.leave(wait, Outcome.TIMED_OUT);
            return Outcome.TIMED_OUT;
        }
        waits(wait, c.waitNanos());
        return null;
    }

    private void waits(Wait wait, long waitNanos) {
        wait.call = origin;
        wait.answer = answer;
        wait.endNanos = rules.after(waitNanos);
    }

    private boolean fits(ResourceName name, KeyKind kind, int limit) {
        Key key = rules.key(name);
        boolean possible = kind == KeyKind.LOCK ? limit == 1 : limit >= 1;
        return possible && (key == null || key.kind == kind && key.limit == limit);
    }

    private @Nullable Refusal refusal(ResourceName name) {
        Key key = rules.key(name);
        if (key != null) {
            return free(key) ? rules.tenant.refuseLeases(1) : null;
        }
        if (rules.keys.size() >= rules.settings.keysMax()) {
            return Refusal.KEYS_MAX;
        }
        Refusal full = rules.tenant.refuseKeys(1);
        return full != null ? full : rules.tenant.refuseLeases(1);
    }

    private Key used(ResourceName name, KeyKind kind, int limit) {
        Key key = rules.key(name);
        if (key == null) {
            key = new Key(name, kind, limit);
            rules.keys.add(key);
        }
        return key;
    }

    private static boolean free(Key key) {
        return key.line.isEmpty() && key.holds.size() < key.limit;
    }

    private long ttl(long asked) {
        return asked == 0 ? rules.settings.defaultTtlNanos() : asked;
    }
}
