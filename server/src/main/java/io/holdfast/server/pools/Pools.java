package io.holdfast.server.pools;

import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.command.PoolsCommand.Abandon;
import io.holdfast.core.command.PoolsCommand.Borrow;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.PoolRefusal;
import io.holdfast.core.outcome.PoolsOutcome;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Estimate;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.edge.Uuids;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Problem;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handles the five routes. The API fixes the order of the checks: the body, the id, the ranges. The
 * machine decides whether the pool exists and has a free slot.
 */
final class Pools {

    private static final double SECOND_NANOS = 1e9;

    private final Requests requests;
    private final ServerConfig.Pools limits;
    private final GuessThrottle throttle;

    Pools(Requests requests, ServerConfig.Pools limits, GuessThrottle throttle) {
        this.requests = requests;
        this.limits = limits;
        this.throttle = throttle;
    }

    /** The part of a route that runs once its address is not blocked. */
    interface Step {
        void take(Exchange exchange) throws BadRequest;
    }

    Handler route(Step step) {
        return exchange -> {
            long seconds = throttle.closedSeconds(exchange.clientAddress());
            if (seconds > 0) {
                Replies.limited(exchange, seconds);
                return;
            }
            try {
                step.take(exchange);
            } catch (BadRequest e) {
                exchange.refuse(Problem.BAD_REQUEST, e.text());
            }
        };
    }

    void put(Exchange exchange) throws BadRequest {
        long count = PoolsBody.read(exchange.body()).count();
        UUID id = id(exchange);
        if (count < 0 || count > limits.countMax()) {
            throw new BadRequest("count out of range");
        }
        String address = exchange.clientAddress();
        boolean mayCreate = throttle.takeCreation(address);
        PoolsCommand.Put put = new PoolsCommand.Put(PoolNames.of(id), (int) count, mayCreate);
        boolean submitted = submit(exchange, put, outcome -> {
            boolean created = outcome instanceof Outcome.Pool pool && pool.created();
            if (mayCreate && !created) {
                throttle.giveCreationBack(address);
            }
            putAnswered(exchange, id, outcome);
        });
        if (mayCreate && !submitted) {
            throttle.giveCreationBack(address);
        }
    }

    private void putAnswered(Exchange exchange, UUID id, PoolsOutcome.Put outcome) {
        switch (outcome) {
            case Outcome.Pool pool -> Replies.pool(exchange, id, pool.count(), pool.inUse());
            case Outcome.PoolRefused(PoolRefusal reason) -> {
                if (noteUnknown(exchange, reason)) {
                    // The pool does not exist and may not be created, so this counts as a guess.
                    String address = exchange.clientAddress();
                    Replies.limited(exchange, throttle.creationSeconds(address));
                } else {
                    Replies.refuse(exchange, reason);
                }
            }
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    /** Counts a request for an unknown pool as a guess, and returns whether it was one. */
    private boolean noteUnknown(Exchange exchange, PoolRefusal reason) {
        boolean unknown = reason == PoolRefusal.NO_POOL;
        if (unknown) {
            throttle.unknown(exchange.clientAddress());
        }
        return unknown;
    }

    void get(Exchange exchange) throws BadRequest {
        UUID id = id(exchange);
        ResourceName name = PoolNames.of(id);
        requests.read(exchange, new Query.FindPool(name), (pool, point) -> {
            if (pool == null) {
                throttle.unknown(exchange.clientAddress());
                Replies.refuse(exchange, PoolRefusal.NO_POOL);
            } else {
                // An operator finds the pool by this name without knowing its UUID.
                exchange.header("Holdfast-Resource", "pools/" + name.key());
                Replies.pool(exchange, id, pool.count(), pool.inUse());
            }
        });
    }

    void delete(Exchange exchange) throws BadRequest {
        UUID id = id(exchange);
        submit(exchange, new PoolsCommand.Delete(PoolNames.of(id)), outcome -> {
            switch (outcome) {
                case Outcome.Done _ -> Replies.deleted(exchange, true);
                case Outcome.PoolRefused(PoolRefusal reason) -> {
                    if (noteUnknown(exchange, reason)) {
                        Replies.deleted(exchange, false);
                    } else {
                        Replies.refuse(exchange, reason);
                    }
                }
                case Outcome.Shared shared -> Requests.refuse(exchange, shared);
            }
        });
    }

    void borrow(Exchange exchange) throws BadRequest {
        PoolsBody body = PoolsBody.read(exchange.body());
        double ttl = body.ttl();
        double wait = body.waitSeconds();
        UUID id = id(exchange);
        if (ttl <= 0) {
            throw new BadRequest("ttl must be positive");
        }
        if (wait < 0) {
            throw new BadRequest("wait must not be negative");
        }
        UUID lease = Uuids.random();
        Borrow borrow = new Borrow(
                PoolNames.of(id),
                Math.min(nanos(wait), limits.waitMaxNanos()),
                // The shortest lease lasts one nanosecond.
                Math.max(1, Math.min(nanos(ttl), limits.ttlMaxNanos())),
                new LeaseId(lease.getMostSignificantBits(), lease.getLeastSignificantBits()));
        requests.submitWaiting(
                exchange,
                actor(exchange),
                exchange.clientAddress(),
                borrow,
                (call, known, request) -> abandonment(borrow, call, known, request),
                outcome -> borrowed(exchange, outcome));
    }

    private static @Nullable Abandon abandonment(
            Borrow borrow,
            Origin call,
            PoolsOutcome.@Nullable Borrow known,
            @Nullable RequestId request) {
        LeaseId lent = known instanceof Outcome.Lent outcome ? outcome.lease() : null;
        return known != null && lent == null
                ? null
                : new Abandon(borrow.name(), call, lent, request);
    }

    private void borrowed(Exchange exchange, PoolsOutcome.Borrow outcome) {
        switch (outcome) {
            case Outcome.Lent lent -> Replies.lent(exchange, lent);
            case Outcome.TimedOut(Estimate estimate) -> Replies.exhausted(exchange, estimate);
            case Outcome.PoolRefused(PoolRefusal reason) -> {
                noteUnknown(exchange, reason);
                Replies.refuse(exchange, reason);
            }
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    void giveBack(Exchange exchange) throws BadRequest {
        String text = PoolsBody.read(exchange.body()).lease();
        UUID id = id(exchange);
        UUID lease = Uuids.parse(text);
        if (lease == null) {
            throw new BadRequest("lease must be a UUID");
        }
        ResourceName name = PoolNames.of(id);
        LeaseId bits = new LeaseId(lease.getMostSignificantBits(), lease.getLeastSignificantBits());
        submit(exchange, new PoolsCommand.Return(name, bits), outcome -> {
            switch (outcome) {
                case Outcome.Done _ -> Replies.returned(exchange, true);
                case Outcome.NotHeld _ -> Replies.returned(exchange, false);
                case Outcome.PoolRefused(PoolRefusal reason) -> {
                    if (noteUnknown(exchange, reason)) {
                        Replies.returned(exchange, false);
                    } else {
                        Replies.refuse(exchange, reason);
                    }
                }
                case Outcome.Shared shared -> Requests.refuse(exchange, shared);
            }
        });
    }

    /**
     * Submits a command. The pools API has no principals: without the address, two clients that
     * choose the same Idempotency-Key would share one lease.
     */
    private <O extends PoolsOutcome> boolean submit(
            Exchange exchange, PoolsCommand<O> command, Consumer<O> answer) {
        return requests.submit(
                exchange, actor(exchange), exchange.clientAddress(), command, answer);
    }

    private static UUID id(Exchange exchange) throws BadRequest {
        UUID id = Uuids.parse(exchange.pathParameter(0));
        if (id == null) {
            throw new BadRequest("id must be a UUID");
        }
        return id;
    }

    /** Converts to whole nanoseconds; values out of range become the largest long. */
    private static long nanos(double seconds) {
        return Math.round(seconds * SECOND_NANOS);
    }

    /** Returns an anonymous actor, because the pools API ignores credentials. */
    private static Actor actor(Exchange exchange) {
        Actor actor = exchange.actor();
        boolean anonymous =
                actor.principal().isEmpty() && actor.tenant().equals(Actor.DEFAULT_TENANT);
        return anonymous ? actor : new Actor(Actor.DEFAULT_TENANT, "", exchange.clientAddress());
    }
}
