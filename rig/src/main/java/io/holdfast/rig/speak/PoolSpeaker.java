package io.holdfast.rig.speak;

import io.holdfast.rig.history.Action;
import io.holdfast.rig.history.Findings.Kind;
import io.holdfast.rig.history.Operation;
import io.holdfast.rig.history.Resource;
import io.holdfast.rig.history.Result;
import io.holdfast.rig.wire.Answer.Reply;
import io.holdfast.rig.wire.Request;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Pool slots. The API has no renewal and does not show holders. */
final class PoolSpeaker implements Speaker {

    private final Fleet fleet;
    private final String name;
    private final RoamingClient roamer;
    private final Map<Long, String> leases = new HashMap<>();
    private boolean made;

    PoolSpeaker(Fleet fleet, int number, Random random) {
        this.fleet = fleet;
        this.name = "pool-" + number;
        this.roamer = new RoamingClient(fleet, name, number, null, random);
    }

    @Override
    public List<Resource> shared() {
        return List.of(resource("one", 1), resource("three", 3));
    }

    private Resource resource(String key, int capacity) {
        byte[] bytes = (fleet.run() + key).getBytes(StandardCharsets.UTF_8);
        return new Resource("pools", UUID.nameUUIDFromBytes(bytes).toString(), capacity);
    }

    @Override
    public Operation acquire(Resource resource, int ttlSeconds, int waitSeconds) {
        makePools();
        Action action =
                new Action.Acquire(LockSpeaker.nanos(ttlSeconds), LockSpeaker.nanos(waitSeconds));
        Request request = Request.post(
                path(resource) + "/borrow",
                null,
                "{\"ttl\":" + ttlSeconds + ",\"wait\":" + waitSeconds + "}");
        return roamer.perform(
                name, resource, action, request, (reply, sent) -> borrowed(reply, ttlSeconds));
    }

    private Result borrowed(Reply reply, int ttlSeconds) {
        if (reply.status() == 200) {
            long fence = reply.number("fence");
            leases.put(fence, reply.text("lease"));
            int slot = (int) reply.number("position");
            return new Result.Granted(fence, slot, LockSpeaker.nanos(ttlSeconds), 0);
        }
        if (reply.status() != 409) {
            fleet.findings().add(Kind.ANSWER, "borrow got " + reply.line());
        }
        return new Result.Refused(reply.line());
    }

    @Override
    public Operation release(Resource resource, long fence) {
        Request request = Request.post(
                path(resource) + "/return", null, "{\"lease\":\"" + leases.get(fence) + "\"}");
        return roamer.perform(
                name,
                resource,
                new Action.Release(fence),
                request,
                (reply, sent) -> RoamingClient.done(
                        Boolean.TRUE.equals(reply.json().get("returned")), reply));
    }

    /** Every client creates the pools; after the first this has no effect. */
    private void makePools() {
        List<Resource> missing = made ? List.of() : shared();
        made = true;
        for (Resource pool : missing) {
            made &= null
                    != roamer.insist(new Request(
                            "PUT", path(pool), null, null, "{\"count\":" + pool.capacity() + "}"));
        }
    }

    private static String path(Resource resource) {
        return "/l/" + resource.key();
    }

    @Override
    public void close() {
        roamer.close();
    }
}
