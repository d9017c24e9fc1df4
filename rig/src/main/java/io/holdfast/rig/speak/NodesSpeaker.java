package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Leases on nodes of the nodes API. Each client is a person of its own. */
final class NodesSpeaker implements Speaker {

    private final Fleet fleet;
    private final String name;
    private final RoamingClient roamer;
    private final Map<Long, Long> endNanos = new HashMap<>();
    private final Map<Long, Long> ttlNanos = new HashMap<>();
    private boolean made;

    NodesSpeaker(Fleet fleet, int number, Random random) {
        this.fleet = fleet;
        this.name = "work-" + number;
        this.roamer = new RoamingClient(
                fleet.run() + "-" + name,
                fleet.stations(),
                number,
                "w" + number,
                fleet.recorder(),
                random);
    }

    @Override
    public List<Resource> shared() {
        return List.of(resource("a"), resource("b"));
    }

    private Resource resource(String key) {
        return new Resource("nodes", "task-" + fleet.run() + "-" + key, 1);
    }

    @Override
    public Operation acquire(Resource resource, int ttlSeconds, int waitSeconds) {
        makeNodes();
        return roamer.perform(
                name,
                resource,
                new Action.Acquire(LockSpeaker.nanos(ttlSeconds), 0),
                post(resource, "claim"),
                this::claimed);
    }

    private Result claimed(Reply reply, long sentNanos) {
        if (reply.status() == 200
                && reply.json().get("lease") instanceof Map<?, ?> lease
                && lease.get("fence") instanceof Number fence
                && lease.get("expires_in_ms") instanceof Number millis) {
            long leaseNanos = TimeUnit.MILLISECONDS.toNanos(millis.longValue());
            ttlNanos.putIfAbsent(fence.longValue(), leaseNanos);
            endNanos.merge(fence.longValue(), sentNanos + leaseNanos, Math::max);
            return new Result.Granted(fence.longValue(), -1, leaseNanos, 0);
        }
        if (reply.status() != 409) {
            fleet.findings().add(Kind.ANSWER, "a claim of work got " + reply.line());
        }
        return new Result.Refused(reply.line());
    }

    /** The server chooses the length of a lease, and uses the same for each renewal. */
    @Override
    public Operation renew(Resource resource, long fence, int ttlSeconds) {
        Action action = new Action.Renew(fence, ttlNanos.getOrDefault(fence, 0L));
        return roamer.perform(
                name,
                resource,
                action,
                post(resource, "renew"),
                (reply, sent) -> renewed(fence, reply, sent));
    }

    private Result renewed(long fence, Reply reply, long sentNanos) {
        if (reply.status() != 200) {
            endNanos.remove(fence);
            return new Result.Refused(reply.line());
        }
        long leaseNanos = ttlNanos.getOrDefault(fence, 0L);
        endNanos.merge(fence, sentNanos + leaseNanos, Math::max);
        return new Result.Done();
    }

    /**
     * A release always succeeds, so its answer proves nothing if it was sent after the lease may
     * have ended. If it was sent before and answered after, it may have ended the lease or not. The
     * first answer decides: a repeat means the same.
     */
    @Override
    public Operation release(Resource resource, long fence) {
        long surelyNanos = endNanos.getOrDefault(fence, Long.MIN_VALUE);
        boolean inTime = System.nanoTime() < surelyNanos;
        AtomicReference<@Nullable Result> first = new AtomicReference<>();
        return roamer.perform(
                name,
                resource,
                new Action.Release(fence),
                post(resource, "release"),
                (reply, sent) -> {
                    if (reply.status() != 200) {
                        return new Result.Refused(reply.line());
                    }
                    Result told = released(reply, inTime, surelyNanos);
                    first.compareAndSet(null, told);
                    return Objects.requireNonNullElse(first.get(), told);
                });
    }

    private static Result released(Reply reply, boolean inTime, long surelyNanos) {
        if (!inTime) {
            return new Result.Refused(reply.line());
        }
        return System.nanoTime() < surelyNanos
                ? new Result.Done()
                : new Result.Unknown("the lease may have ended before: " + reply.line());
    }

    private static Request post(Resource resource, String call) {
        return Request.post("/v1/nodes/" + resource.key() + "/" + call, null, "{}");
    }

    private void makeNodes() {
        List<Resource> missing = made ? List.of() : shared();
        made = true;
        for (Resource task : missing) {
            made &= null
                    != roamer.insist(Request.post(
                            "/v1/nodes",
                            null,
                            "{\"if_exists\":\"skip\",\"nodes\":[{\"id\":\"" + task.key()
                                    + "\",\"type\":\"task\",\"title\":\"T\",\"summary\":\"S\","
                                    + "\"date\":\"2026-01-01\"}]}"));
        }
    }

    @Override
    public void close() {
        roamer.close();
    }
}
