package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Locks on two components of the example manifest, and values of an app that belongs to neither.
 * The values are registers that all clients write and read.
 */
final class EntitySpeaker implements Speaker {

    private static final String LOCKS = "entities";

    private final Fleet fleet;
    private final String name;
    private final RoamingClient roamer;
    private final Map<Long, String> ids = new HashMap<>();

    EntitySpeaker(Fleet fleet, int number, Random random) {
        this.fleet = fleet;
        this.name = "entity-" + number;
        this.roamer = new RoamingClient(fleet, name, number, null, random);
    }

    @Override
    public List<Resource> shared() {
        return List.of(new Resource(LOCKS, "arm", 1), new Resource(LOCKS, "cart", 1));
    }

    @Override
    public Operation acquire(Resource resource, int ttlSeconds, int waitSeconds) {
        Request request =
                Request.post(path(resource), null, "{\"lock_expiration\":" + ttlSeconds + "}");
        return roamer.perform(
                name,
                resource,
                new Action.Acquire(LockSpeaker.nanos(ttlSeconds), 0),
                own(request),
                (reply, sent) -> locked(reply, ttlSeconds));
    }

    private Result locked(Reply reply, int ttlSeconds) {
        if (reply.status() == 201) {
            long fence = reply.number("x-fence");
            ids.put(fence, reply.text("id"));
            return new Result.Granted(fence, -1, LockSpeaker.nanos(ttlSeconds), 0);
        }
        if (reply.status() != 409) {
            fleet.findings().add(Kind.ANSWER, "a lock got " + reply.line());
        }
        return new Result.Refused(reply.line());
    }

    @Override
    public Operation renew(Resource resource, long fence, int ttlSeconds) {
        return change(
                resource,
                new Action.Renew(fence, LockSpeaker.nanos(ttlSeconds)),
                "PUT",
                "{\"lock_expiration\":" + ttlSeconds + "}",
                fence);
    }

    @Override
    public Operation release(Resource resource, long fence) {
        return change(resource, new Action.Release(fence), "DELETE", null, fence);
    }

    private Operation change(
            Resource resource, Action action, String method, @Nullable String body, long fence) {
        String path = path(resource) + "/" + ids.get(fence);
        return roamer.perform(
                name,
                resource,
                action,
                own(new Request(method, path, null, null, body)),
                (reply, sent) -> RoamingClient.done(reply.status() == 204, reply));
    }

    @Override
    public Operation look(Resource resource) {
        return roamer.perform(
                name,
                resource,
                new Action.Look(),
                Request.get(path(resource)),
                (reply, sent) -> new Result.Seen(holder(reply)));
    }

    private static long holder(Reply reply) {
        return reply.json().get("items") instanceof List<?> items
                        && !items.isEmpty()
                        && items.getFirst() instanceof Map<?, ?> lock
                        && lock.get("x-fence") instanceof Number fence
                ? fence.longValue()
                : 0;
    }

    @Override
    public Operation value(String item, @Nullable String written) {
        Resource resource = new Resource("values", fleet.run() + "-" + item, 0);
        if (written == null) {
            return read(resource);
        }
        String body = "{\"data\":\"" + written + "\"}";
        Request request = new Request("PUT", valuePath(resource), null, null, body);
        return roamer.perform(
                name, resource, new Action.Write(written), own(request), (reply, sent) -> {
                    boolean done = reply.status() == 200 || reply.status() == 201;
                    if (!done) {
                        fleet.findings().add(Kind.ANSWER, "a write got " + reply.line());
                    }
                    return RoamingClient.done(done, reply);
                });
    }

    @Override
    public Operation read(Resource value) {
        return roamer.perform(
                name,
                value,
                new Action.Read(),
                Request.get(valuePath(value)),
                (reply, sent) -> new Result.Value(reply.text("data")));
    }

    private static String valuePath(Resource value) {
        return "/api/v1/apps/dashboard/data/" + value.key();
    }

    private Request own(Request request) {
        return request.withHeader("X-Client-Id", fleet.run() + "-" + name);
    }

    private static String path(Resource resource) {
        return "/api/v1/components/" + resource.key() + "/locks";
    }

    @Override
    public void close() {
        roamer.close();
    }
}
