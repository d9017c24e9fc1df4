package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Leases on nodes of the nodes API, and the nodes and edges themselves, which are values that are
 * written once. Each client is a person of its own.
 */
final class NodesSpeaker implements Speaker {

    private static final String EDGE = " mentions ";
    private static final String WRITTEN = "written";
    private static final long EXTENSION_MILLIS = 1_000;

    private final Fleet fleet;
    private final String name;
    private final String person;
    private final Random random;
    private final RoamingClient roamer;

    /** Another person, who is told who holds a node. */
    private final RoamingClient other;

    private final Map<Long, Long> endNanos = new HashMap<>();
    private final Map<Long, Long> ttlNanos = new HashMap<>();
    private final Set<Resource> made = new HashSet<>();
    private final List<Resource> values = new ArrayList<>();

    NodesSpeaker(Fleet fleet, int number, Random random) {
        this.fleet = fleet;
        this.name = "work-" + number;
        this.person = "person-w" + number;
        this.random = random;
        this.roamer = new RoamingClient(fleet, name, number, "w" + number, random);
        this.other = new RoamingClient(fleet, name + "-other", number, "auditor", random);
    }

    @Override
    public List<Resource> shared() {
        return List.of(resource("a"), resource("b"));
    }

    @Override
    public Resource own(int number) {
        return resource(name + "-" + number);
    }

    private Resource resource(String key) {
        return new Resource("nodes", "task-" + fleet.run() + "-" + key, 1);
    }

    @Override
    public Operation acquire(Resource resource, int ttlSeconds, int waitSeconds) {
        if (!made.contains(resource) && roamer.insist(creation(resource.key())) != null) {
            made.add(resource);
        }
        return roamer.perform(
                name,
                resource,
                new Action.Acquire(LockSpeaker.nanos(ttlSeconds), 0),
                post(resource, "claim", "{}"),
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

    /**
     * Renews, for as long as the server chooses, or extends the lease by a second. The lease keeps
     * its fence.
     */
    @Override
    public Operation renew(Resource resource, long fence, int ttlSeconds) {
        long leaseNanos = ttlNanos.getOrDefault(fence, 0L);
        long lastNanos = endNanos.getOrDefault(fence, 0L);
        long extendedNanos = lastNanos + TimeUnit.MILLISECONDS.toNanos(EXTENSION_MILLIS);
        boolean extend = lastNanos > 0 && random.nextInt(5) == 0;
        long lengthNanos = extend ? extendedNanos - System.nanoTime() : leaseNanos;
        Request request = extend
                ? post(resource, "extend", "{\"ms\":" + EXTENSION_MILLIS + "}")
                : post(resource, "renew", "{}");
        return roamer.perform(
                name,
                resource,
                new Action.Renew(fence, lengthNanos),
                request,
                (reply, sent) -> renewed(fence, reply, sent + lengthNanos));
    }

    private Result renewed(long fence, Reply reply, long untilNanos) {
        if (reply.status() != 200 || fence(reply, "lease") != fence) {
            endNanos.remove(fence);
            return new Result.Refused(reply.line());
        }
        endNanos.merge(fence, untilNanos, Math::max);
        return new Result.Done();
    }

    private static long fence(Reply reply, String field) {
        return reply.json().get(field) instanceof Map<?, ?> lease
                        && lease.get("fence") instanceof Number fence
                ? fence.longValue()
                : 0;
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
                post(resource, "release", "{}"),
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

    /** The node of a live lease names its holder. Without the lease it may do so as well. */
    @Override
    public Operation validate(Resource resource, long fence) {
        return roamer.perform(
                name,
                resource,
                new Action.Validate(fence),
                Request.get("/v1/nodes/" + resource.key()),
                (reply, sent) -> RoamingClient.done(
                        reply.text("raw").contains(edge("assigned", person)), reply));
    }

    /** A release by another person changes nothing; its refusal names the holder and the fence. */
    @Override
    public Operation look(Resource resource) {
        return other.perform(
                name,
                resource,
                new Action.Look(),
                post(resource, "release", "{}"),
                (reply, sent) -> seen(reply));
    }

    private Result seen(Reply reply) {
        long fence = fence(reply, "holder");
        boolean mine = ttlNanos.containsKey(fence);
        if (mine
                && reply.json().get("holder") instanceof Map<?, ?> holder
                && !person.equals(holder.get("by"))) {
            fleet.findings().add(Kind.LOST, name + " holds " + fence + ", and " + reply.line());
        }
        return new Result.Seen(fence);
    }

    /** Writes a node, or an edge from one to another. */
    @Override
    public @Nullable Operation value(String item, @Nullable String written) {
        if (written == null) {
            return values.isEmpty() ? null : read(values.get(random.nextInt(values.size())));
        }
        String id = "task-" + fleet.run() + "-" + written.replace('.', '-');
        if (values.isEmpty() || random.nextBoolean()) {
            return write(id, creation(id));
        }
        String from = node(values.get(random.nextInt(values.size())));
        String to = node(values.get(random.nextInt(values.size())));
        String body = "{\"type\":\"mentions\",\"to\":\"" + to + "\"}";
        return write(from + EDGE + to, Request.post("/v1/nodes/" + from + "/edges", null, body));
    }

    /** Both may be sent twice. A node refuses more edges than it may have. */
    private Operation write(String key, Request request) {
        Resource value = new Resource("texts", key, 0);
        Operation operation = roamer.perform(
                name,
                value,
                new Action.Write(WRITTEN),
                request,
                (reply, sent) -> written(key, reply));
        if (operation.result() instanceof Result.Done) {
            values.add(value);
        }
        return operation;
    }

    /** A write of several nodes is answered with 207 if one of them met a server error. */
    private Result written(String key, Reply reply) {
        if (reply.status() == 207 && reply.body().contains("\"code\":\"unavailable\"")) {
            return new Result.Unknown(reply.line());
        }
        if (reply.status() != 200 && reply.status() != 422) {
            fleet.findings().add(Kind.ANSWER, key + " got " + reply.line());
        }
        return RoamingClient.done(reply.status() == 200, reply);
    }

    private static String node(Resource value) {
        return value.key().split(EDGE)[0];
    }

    @Override
    public Operation read(Resource value) {
        String[] ends = value.key().split(EDGE);
        return roamer.perform(
                name,
                value,
                new Action.Read(),
                Request.get("/v1/nodes/" + ends[0]),
                (reply, sent) -> {
                    boolean there = reply.status() == 200
                            && (ends.length == 1
                                    || reply.text("raw").contains(edge("mentions", ends[1])));
                    return new Result.Value(there ? WRITTEN : "");
                });
    }

    private static String edge(String type, String to) {
        return "  - {type: " + type + ", to: " + to + "}\n";
    }

    private static Request creation(String id) {
        return Request.post(
                "/v1/nodes",
                null,
                "{\"if_exists\":\"skip\",\"nodes\":[{\"id\":\"" + id
                        + "\",\"type\":\"task\",\"title\":\"T\",\"summary\":\"S\","
                        + "\"date\":\"2026-01-01\"}]}");
    }

    private static Request post(Resource resource, String call, String body) {
        return Request.post("/v1/nodes/" + resource.key() + "/" + call, null, body);
    }

    @Override
    public void close() {
        roamer.close();
        other.close();
    }
}
