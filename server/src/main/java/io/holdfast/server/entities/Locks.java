package io.holdfast.server.entities;

import io.holdfast.core.command.EntitiesCommand;
import io.holdfast.core.outcome.EntitiesOutcome;
import io.holdfast.core.outcome.EntityLockRefusal;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.EntityLockRefused;
import io.holdfast.core.outcome.Outcome.EntityMissing;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.query.PastGrant;
import io.holdfast.core.value.ClientId;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.edge.WaitHeaders;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.text.JsonValues;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Handles the five lock routes. The API fixes the order of the checks: whether locking is enabled,
 * the client, the entity, the body. An error in the request is therefore reported only after the
 * machine has confirmed the earlier checks.
 */
final class Locks {

    private final EntityCalls calls;

    Locks(EntityCalls calls) {
        this.calls = calls;
    }

    /** Calls the route if the path names a component or an app. */
    static Handler of(BiConsumer<Exchange, Target> route) {
        return exchange -> {
            Target target = Target.of(exchange, true);
            if (target == null) {
                EntityError.unrouted(exchange).reply(exchange);
            } else {
                route.accept(exchange, target);
            }
        };
    }

    void acquire(Exchange exchange, Target target) {
        if (isRefusedFirst(exchange, target)) {
            return;
        }
        LockBody body = LockBody.read(exchange.body());
        EntityError fault = body.acquireFault();
        if (fault == null && body.breaking() && !exchange.principal().is(Role.LOCK_BREAKER)) {
            fault = EntityError.NOT_PRIVILEGED;
            exchange.denied("this needs the role lock-breaker: break_lock");
        }
        if (fault != null) {
            refuseKnown(exchange, target, fault);
            return;
        }
        ClientId client = Objects.requireNonNull(ClientIds.of(exchange));
        EntitiesCommand.Acquire command = new EntitiesCommand.Acquire(
                target.tenant(),
                target.type(),
                target.id(),
                client,
                body.scopes(),
                body.seconds(),
                body.breaking());
        calls.submit(exchange, command, outcome -> {
            switch (outcome) {
                case Outcome.EntityLocked(EntityLockState lock) -> {
                    exchange.header(
                            "Location", ownPath(exchange) + "/" + LockJson.id(lock.number()));
                    exchange.reply(201, JsonValues.bytes(LockJson.of(lock, client)));
                }
                case EntityMissing missing ->
                    EntityError.missing(target, missing).reply(exchange);
                case EntityLockRefused refused -> {
                    WaitHeaders.retry(exchange, refused.estimate());
                    error(target, "", true, body.seconds(), refused).reply(exchange);
                }
                case Outcome.Shared shared -> Requests.refuse(exchange, shared);
            }
        });
    }

    void list(Exchange exchange, Target target) {
        read(exchange, target, entity -> {
            EntityLockState lock = entity.lock();
            ClientId reader = ClientIds.of(exchange);
            List<Object> items = lock == null ? List.of() : List.of(LockJson.of(lock, reader));
            exchange.reply(200, JsonValues.bytes(Map.of("items", items)));
        });
    }

    void find(Exchange exchange, Target target) {
        String id = exchange.pathParameter(2);
        read(exchange, target, entity -> {
            EntityLockState lock = entity.lock();
            if (lock == null || lock.number() != LockJson.number(id)) {
                ended(exchange, target, EntityError.noLock(target.id(), id));
            } else {
                exchange.reply(200, JsonValues.bytes(LockJson.of(lock, ClientIds.of(exchange))));
            }
        });
    }

    void extend(Exchange exchange, Target target) {
        if (isRefusedFirst(exchange, target)) {
            return;
        }
        String id = exchange.pathParameter(2);
        LockBody body = LockBody.read(exchange.body());
        EntityError shape = body.shapeFault(false);
        if (shape != null) {
            refuseKnown(exchange, target, shape);
            return;
        }
        EntityError range = body.rangeFault();
        if (range != null) {
            // Whether the lock exists is checked before its duration.
            read(exchange, target, entity -> {
                EntityLockState lock = entity.lock();
                boolean known = lock != null && lock.number() == LockJson.number(id);
                (known ? range : EntityError.noLock(target.id(), id)).reply(exchange);
            });
            return;
        }
        EntitiesCommand.Extend command = new EntitiesCommand.Extend(
                target.tenant(),
                target.type(),
                target.id(),
                Objects.requireNonNull(ClientIds.of(exchange)),
                LockJson.number(id),
                body.seconds());
        calls.submit(
                exchange,
                command,
                outcome -> changed(exchange, target, id, body.seconds(), outcome));
    }

    void release(Exchange exchange, Target target) {
        if (isRefusedFirst(exchange, target)) {
            return;
        }
        String id = exchange.pathParameter(2);
        EntitiesCommand.Release command = new EntitiesCommand.Release(
                target.tenant(),
                target.type(),
                target.id(),
                Objects.requireNonNull(ClientIds.of(exchange)),
                LockJson.number(id));
        calls.submit(exchange, command, outcome -> changed(exchange, target, id, 0, outcome));
    }

    private void changed(
            Exchange exchange,
            Target target,
            String lock,
            long seconds,
            EntitiesOutcome.Change outcome) {
        switch (outcome) {
            case Outcome.Done _ -> exchange.replyEmpty(204);
            case EntityMissing missing ->
                ended(exchange, target, EntityError.missing(target, missing));
            case EntityLockRefused refused -> {
                EntityError error = error(target, lock, false, seconds, refused);
                if (refused.reason() == EntityLockRefusal.NO_LOCK) {
                    ended(exchange, target, error);
                } else {
                    error.reply(exchange);
                }
            }
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    /** Replies that there is no lock, and why the last one ended if its holder did not end it. */
    private void ended(Exchange exchange, Target target, EntityError error) {
        calls.findLastGrant(exchange, target, past -> {
            String why = past == null ? null : end(past);
            (why == null ? error : error.with("details", why)).reply(exchange);
        });
    }

    private static @Nullable String end(PastGrant past) {
        return switch (past.end()) {
            case DELETED -> "The last lock ended because the entity was deleted";
            case CANCELLED -> "The last lock was broken by another client";
            case BROKEN ->
                "The last lock was broken by an operator"
                        + (past.reason() == null ? "" : ": " + past.reason());
            case RELEASED, EXPIRED, SESSION_ENDED, ABANDONED, UNDELIVERED -> null;
        };
    }

    private interface WithEntity {
        void take(EntityAnswer.Entity entity);
    }

    private void read(Exchange exchange, Target target, WithEntity then) {
        calls.find(exchange, target, found -> {
            EntityError fault = fault(target, found);
            EntityAnswer.Entity entity = found.entity();
            if (fault != null) {
                fault.reply(exchange);
            } else if (entity != null) {
                then.take(entity);
            }
        });
    }

    private static @Nullable EntityError fault(Target target, EntityAnswer.Found found) {
        if (!found.enabled()) {
            return EntityError.DISABLED;
        }
        EntityError id = target.idFault();
        return id != null ? id : EntityError.ofEntity(target.type(), target.id(), found.actual());
    }

    /** Rejects an invalid client id or a malformed entity id, and returns whether it did. */
    private boolean isRefusedFirst(Exchange exchange, Target target) {
        EntityError client = ClientIds.complaint(exchange);
        EntityError fault = client != null ? client : target.idFault();
        if (fault == null) {
            return false;
        }
        calls.find(
                exchange,
                target,
                found -> (found.enabled() ? fault : EntityError.DISABLED).reply(exchange));
        return true;
    }

    /** Rejects the request, unless an earlier check fails too. */
    private void refuseKnown(Exchange exchange, Target target, EntityError fault) {
        calls.find(exchange, target, found -> {
            EntityError first = fault(target, found);
            (first != null ? first : fault).reply(exchange);
        });
    }

    /** Returns the request's path without a trailing slash. */
    private static String ownPath(Exchange exchange) {
        String path = exchange.rawPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static EntityError error(
            Target target, String lock, boolean acquire, long seconds, EntityLockRefused refused) {
        return switch (refused.reason()) {
            case DISABLED -> EntityError.DISABLED;
            case NO_LOCK -> EntityError.noLock(target.id(), lock);
            case TOO_LONG -> EntityError.tooLong(acquire, seconds, refused.number());
            case HELD -> EntityError.held(true, refused.number());
            case NOT_BREAKABLE -> EntityError.held(false, refused.number());
            case NOT_OWNER -> EntityError.NOT_OWNER;
        };
    }
}
