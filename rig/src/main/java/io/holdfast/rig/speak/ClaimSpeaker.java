package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Refusals;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Claims, as Nessy's client makes them: it registers at once, polls until the claim is active,
 * renews, validates, and releases, aborts or withdraws it. A live claim never gets a 4xx but 409.
 */
final class ClaimSpeaker implements Speaker {

    private final Fleet fleet;
    private final String name;
    private final RoamingClient roamer;
    private final Random random;
    private final Map<Long, String> paths = new HashMap<>();
    private final Map<Resource, Waiting> places = new HashMap<>();

    /** A waiting claim, and the last time at which it was certainly not active. */
    private record Waiting(String path, long waitedNanos, int ttlSeconds) {}

    ClaimSpeaker(Fleet fleet, int number, Random random) {
        this.fleet = fleet;
        this.name = "claim-" + number;
        this.random = random;
        this.roamer = new RoamingClient(fleet, name, number, null, random);
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
        return new Resource("claims", fleet.run() + "-" + key, 1);
    }

    @Override
    public @Nullable Operation acquire(Resource resource, int ttlSeconds, int waitSeconds) {
        return null;
    }

    @Override
    public Operation enqueue(Resource resource, int ttlSeconds) {
        // Nessy's client sends two slashes, and the ttl as a string.
        String body = "{\"resource\":\"" + resource.key() + "\",\"ttl\":\"" + ttlSeconds
                + "\",\"user_data\":{\"client\":\"" + name + "\"}}";
        Action action = new Action.Enqueue(LockSpeaker.nanos(ttlSeconds));
        BiFunction<Reply, Long, Result> reading =
                (reply, sent) -> registered(resource, ttlSeconds, reply, sent);
        return roamer.perform(
                name, resource, action, Request.post("//v1/claims/", null, body), reading);
    }

    private Result registered(Resource resource, int ttlSeconds, Reply reply, long sentNanos) {
        String url = reply.headers().getOrDefault("location", "/v1/");
        String path = url.substring(url.indexOf("/v1/"));
        if (reply.status() == 201) {
            return granted(reply, path, ttlSeconds, 0);
        }
        if (reply.status() == 202) {
            places.put(resource, new Waiting(path, sentNanos, ttlSeconds));
            return new Result.Queued();
        }
        fleet.findings().add(Kind.ANSWER, "a claim got " + reply.line());
        return new Result.Refused(reply.line());
    }

    private Result granted(Reply reply, String path, int ttlSeconds, long fromNanos) {
        long fence = Long.parseLong(reply.headers().getOrDefault("x-fence", "0"));
        paths.put(fence, path);
        return new Result.Granted(fence, -1, LockSpeaker.nanos(ttlSeconds), fromNanos);
    }

    @Override
    public @Nullable Operation collect(Resource resource, int waitSeconds) {
        Waiting place = places.get(resource);
        if (place == null) {
            return null;
        }
        Action action = new Action.Collect(LockSpeaker.nanos(place.ttlSeconds()), 0);
        BiFunction<Reply, Long, Result> reading = (reply, sent) -> turn(resource, reply, sent);
        return roamer.perform(
                name, resource, action, patch(place.path(), "{\"status\":\"active\"}"), reading);
    }

    private Result turn(Resource resource, Reply reply, long sentNanos) {
        Waiting place = places.get(resource);
        if (place == null) {
            return new Result.Refused("no place");
        }
        if (reply.status() == 409) {
            places.put(resource, new Waiting(place.path(), sentNanos, place.ttlSeconds()));
            return new Result.Refused(Refusals.STILL_WAITING);
        }
        if (reply.status() == 200) {
            return granted(reply, place.path(), place.ttlSeconds(), place.waitedNanos());
        }
        return notQueued(place, reply);
    }

    /** A claim that waited a moment ago may have become active and expired since. */
    private static Result notQueued(Waiting place, Reply reply) {
        boolean expired =
                System.nanoTime() > place.waitedNanos() + LockSpeaker.nanos(place.ttlSeconds());
        return new Result.Refused(expired ? reply.line() : Refusals.NOT_QUEUED);
    }

    @Override
    public @Nullable Operation withdraw(Resource resource) {
        Waiting place = places.remove(resource);
        return place == null
                ? null
                : roamer.perform(
                        name,
                        resource,
                        new Action.Withdraw(),
                        patch(place.path(), "{\"status\":\"withdrawn\"}"),
                        (reply, sent) -> reply.status() == 204
                                ? new Result.Done()
                                : notQueued(place, reply));
    }

    @Override
    public Operation validate(Resource resource, long fence) {
        return roamer.perform(
                name,
                resource,
                new Action.Validate(fence),
                Request.get(paths.getOrDefault(fence, "/")),
                (reply, sent) -> RoamingClient.done(reply.text("status").equals("active"), reply));
    }

    @Override
    public Operation renew(Resource resource, long fence, int ttlSeconds) {
        Action action = new Action.Renew(fence, LockSpeaker.nanos(ttlSeconds));
        return change(resource, action, fence, "{\"ttl\":" + ttlSeconds + "}", 200);
    }

    @Override
    public Operation release(Resource resource, long fence) {
        String status = random.nextInt(10) == 0 ? "aborted" : "released";
        return change(
                resource, new Action.Release(fence), fence, "{\"status\":\"" + status + "\"}", 204);
    }

    private Operation change(
            Resource resource, Action action, long fence, String body, int success) {
        return roamer.perform(
                name,
                resource,
                action,
                patch(paths.getOrDefault(fence, "/"), body),
                (reply, sent) -> RoamingClient.done(reply.status() == success, reply));
    }

    private static Request patch(String path, String body) {
        return new Request("PATCH", path, null, null, body);
    }

    @Override
    public void close() {
        roamer.close();
    }
}
