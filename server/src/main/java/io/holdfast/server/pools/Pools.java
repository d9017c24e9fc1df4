package io.holdfast.server.pools;

import io.holdfast.core.command.PoolsCommand;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.LeaseId;
import io.holdfast.core.value.RequestId;
import io.holdfast.core.value.ResourceName;
import io.holdfast.log.engine.Engine;
import io.holdfast.server.config.ServerConfig;
import io.holdfast.server.edge.NodeReads;
import io.holdfast.server.edge.RequestIds;
import io.holdfast.server.edge.SimpleCall;
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

    private final Engine engine;
    private final ServerConfig.Pools limits;
    private final GuessThrottle door;

    Pools(Engine engine, ServerConfig.Pools limits, GuessThrottle door) {
        this.engine = engine;
        this.limits = limits;
        this.door = door;
    }

    /** The part of a route that runs once its address is not blocked. */
    interface Step {
        void take(Exchange exchange) throws BadRequest;
    }

    Handler route(Step step) {
        return exchange -> {
            long seconds = door.closedSeconds(exchange.clientAddress());
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
        RequestId request = request(exchange);
        String address = exchange.clientAddress();
        boolean mayCreate = door.takeCreation(address);
        PoolsCommand.Put put = new PoolsCommand.Put(PoolNames.of(id), (int) count, mayCreate);
        submit(exchange, request, put, outcome -> {
            boolean created = outcome instanceof Outcome.Pool pool && pool.created();
            if (mayCreate && !created) {
                door.giveCreationBack(address);
            }
            if (outcome instanceof Outcome.Pool pool) {
                Replies.pool(exchange, id, pool.count(), pool.inUse());
            } else if (isUnknown(outcome)) {
                // The pool does not exist and may not be created, so this counts as a guess.
                door.unknown(address);
                Replies.limited(exchange, door.creationSeconds(address));
            } else {
                Replies.other(exchange, outcome);
            }
        });
    }

    void get(Exchange exchange) throws BadRequest {
        UUID id = id(exchange);
        ResourceName name = PoolNames.of(id);
        NodeReads.read(engine, exchange, new Query.FindPool(name), (pool, point) -> {
            if (pool == null) {
                door.unknown(exchange.clientAddress());
                Replies.refuse(exchange, Refusal.NO_POOL);
            } else {
                // An operator finds the pool by this name without knowing its UUID.
                exchange.header("Holdfast-Resource", "pools/" + name.key());
                Replies.pool(exchange, id, pool.count(), pool.inUse());
            }
        });
    }

    void delete(Exchange exchange) throws BadRequest {
        UUID id = id(exchange);
        RequestId request = request(exchange);
        submit(exchange, request, new PoolsCommand.Delete(PoolNames.of(id)), outcome -> {
            boolean unknown = isUnknown(outcome);
            if (unknown) {
                door.unknown(exchange.clientAddress());
            }
            if (unknown || outcome instanceof Outcome.Done) {
                Replies.deleted(exchange, !unknown);
            } else {
                Replies.other(exchange, outcome);
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
        RequestId request = request(exchange);
        UUID lease = Uuids.random();
        PoolsCommand.Borrow borrow = new PoolsCommand.Borrow(
                PoolNames.of(id),
                Math.min(nanos(wait), limits.waitMaxNanos()),
                // The shortest lease lasts one nanosecond.
                Math.max(1, Math.min(nanos(ttl), limits.ttlMaxNanos())),
                new LeaseId(lease.getMostSignificantBits(), lease.getLeastSignificantBits()));
        BorrowCall call = new BorrowCall(engine, exchange, actor(exchange), borrow, request, door);
        call.submit();
        exchange.onHangUp(call::hangUp);
        exchange.onInputEnded(call::inputEnded);
    }

    void giveBack(Exchange exchange) throws BadRequest {
        String text = PoolsBody.read(exchange.body()).lease();
        UUID id = id(exchange);
        UUID lease = Uuids.parse(text);
        if (lease == null) {
            throw new BadRequest("lease must be a UUID");
        }
        RequestId request = request(exchange);
        ResourceName name = PoolNames.of(id);
        LeaseId bits = new LeaseId(lease.getMostSignificantBits(), lease.getLeastSignificantBits());
        submit(exchange, request, new PoolsCommand.Return(name, bits), outcome -> {
            boolean held = outcome instanceof Outcome.Done;
            boolean unknown = isUnknown(outcome);
            if (unknown) {
                door.unknown(exchange.clientAddress());
            }
            if (held || unknown || outcome.equals(Refusal.NOT_HELD.outcome())) {
                Replies.returned(exchange, held);
            } else {
                Replies.other(exchange, outcome);
            }
        });
    }

    private void submit(
            Exchange exchange,
            @Nullable RequestId request,
            PoolsCommand command,
            Consumer<Outcome> answer) {
        engine.submit(new SimpleCall(actor(exchange), request, command, answer));
    }

    static boolean isUnknown(Outcome outcome) {
        return outcome instanceof Outcome.Refused refused && refused.reason() == Refusal.NO_POOL;
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

    private static @Nullable RequestId request(Exchange exchange) throws BadRequest {
        String key = exchange.header(RequestIds.HEADER);
        if (key == null) {
            return null;
        }
        if (!RequestIds.isKey(key)) {
            throw new BadRequest(RequestIds.HEADER + " must be 1 to "
                    + RequestIds.KEY_CHARACTERS_MAX + " visible ASCII characters");
        }
        // The pools API has no principals. Without the address, two clients that choose the same
        // key would share one lease.
        return RequestIds.of(exchange, exchange.clientAddress(), key);
    }

    /** Returns an anonymous actor, because the pools API ignores credentials. */
    private static Actor actor(Exchange exchange) {
        Actor actor = exchange.actor();
        boolean anonymous =
                actor.principal().isEmpty() && actor.tenant().equals(Actor.DEFAULT_TENANT);
        return anonymous ? actor : new Actor(Actor.DEFAULT_TENANT, "", exchange.clientAddress());
    }
}
