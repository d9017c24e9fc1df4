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
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Locks and semaphores over HTTP, in a session that lives as long as the client. */
final class LockSpeaker implements Speaker {

    static final String SPACE = "locks";

    private final Fleet fleet;
    private final String name;
    private final RoamingClient roamer;
    private final Map<Long, Grant> grants = new HashMap<>();

    /** Resources of which the session may have grants. */
    private final Set<Resource> touched = new HashSet<>();

    private final Map<Resource, Integer> places = new HashMap<>();
    private @Nullable String session;
    private int sessions;

    /** The token of a grant, and the session that got it. */
    private record Grant(String token, String session) {}

    LockSpeaker(Fleet fleet, int number, Random random) {
        this.fleet = fleet;
        this.name = "lock-" + number;
        this.roamer = new RoamingClient(fleet, name, number, null, random);
        if (fleet.stations().size() == 1) {
            roamer.strict();
        }
    }

    @Override
    public List<Resource> shared() {
        return List.of(resource("a", 1), resource("b", 1), resource("c", 1), resource("pair", 2));
    }

    @Override
    public Resource own(int number) {
        return resource(name + "-" + number, 1);
    }

    private Resource resource(String key, int capacity) {
        return new Resource(SPACE, fleet.run() + "-" + key, capacity);
    }

    @Override
    public @Nullable Operation acquire(Resource resource, int ttlSeconds, int waitSeconds) {
        Action action = new Action.Acquire(nanos(ttlSeconds), nanos(waitSeconds));
        String body = "{\"acquire_timeout_s\":" + waitSeconds + ",\"lease_ttl_s\":" + ttlSeconds
                + limit(resource) + "}";
        return ask(resource, action, 0, "", body);
    }

    @Override
    public @Nullable Operation enqueue(Resource resource, int ttlSeconds) {
        String body = "{\"lease_ttl_s\":" + ttlSeconds + limit(resource) + "}";
        places.put(resource, ttlSeconds);
        return ask(resource, new Action.Enqueue(nanos(ttlSeconds)), 0, "/enqueue", body);
    }

    @Override
    public @Nullable Operation collect(Resource resource, int waitSeconds) {
        long ttlNanos = nanos(places.getOrDefault(resource, 1));
        Action action = new Action.Collect(ttlNanos, nanos(waitSeconds));
        return ask(resource, action, 0, "/wait", "{\"timeout_s\":" + waitSeconds + "}");
    }

    @Override
    public @Nullable Operation renew(Resource resource, long fence, int ttlSeconds) {
        String body =
                "{\"token\":\"" + grant(fence).token() + "\",\"lease_ttl_s\":" + ttlSeconds + "}";
        return ask(resource, new Action.Renew(fence, nanos(ttlSeconds)), fence, "/renew", body);
    }

    @Override
    public @Nullable Operation release(Resource resource, long fence) {
        String body = "{\"token\":\"" + grant(fence).token() + "\"}";
        return ask(resource, new Action.Release(fence), fence, "/release", body);
    }

    private Grant grant(long fence) {
        return grants.getOrDefault(fence, new Grant("unknown", who()));
    }

    private String who() {
        return name + "/" + sessions;
    }

    /** Deletes the session, which releases its grants and gives up its places. */
    @Override
    public boolean leave() {
        String open = session;
        Resource any = touched.stream().findAny().orElse(null);
        if (open == null || any == null) {
            return false;
        }
        Request request = new Request("DELETE", "/v1/sessions/" + open, null, null, null);
        Action action = new Action.Leave(System.nanoTime());
        Operation left = roamer.perform(
                who(),
                any,
                action,
                request,
                (reply, sent) -> reply.status() == 204
                        ? new Result.Done()
                        : new Result.Unknown(reply.line()));
        // A retry may find the session gone, because the first attempt deleted it.
        if (left.attempts().size() == 1
                && left.result() instanceof Result.Unknown(String why)
                && why.startsWith("410")) {
            lostSession(why);
        }
        touched.remove(any);
        for (Resource other : touched) {
            fleet.recorder()
                    .add(new Operation(who(), other, action, left.requestId(), left.attempts()));
        }
        touched.clear();
        roamer.forgetOld();
        session = null;
        return left.result() instanceof Result.Done;
    }

    @Override
    public Operation look(Resource resource) {
        return roamer.perform(
                name,
                resource,
                new Action.Look(),
                Request.get("/v1/stats"),
                (reply, sent) -> new Result.Seen(holder(reply, resource.key())));
    }

    private static long holder(Reply reply, String key) {
        if (reply.json().get("locks") instanceof List<?> locks) {
            for (Object lock : locks) {
                if (lock instanceof Map<?, ?> fields
                        && key.equals(fields.get("key"))
                        && fields.get("held_by") instanceof List<?> holders
                        && !holders.isEmpty()
                        && holders.getFirst() instanceof Map<?, ?> holder
                        && holder.get("fence") instanceof Number fence) {
                    return fence.longValue();
                }
            }
        }
        return 0;
    }

    private @Nullable Operation ask(
            Resource resource, Action action, long fence, String call, String body) {
        String open = session();
        if (open == null) {
            return null;
        }
        String kind = resource.capacity() > 1 ? "semaphores" : "locks";
        Request request = Request.post("/v1/" + kind + "/" + resource.key() + call, open, body);
        // Any session may renew and release; the history is of the one that got the grant.
        String who = fence == 0 ? who() : grant(fence).session();
        touched.add(resource);
        Operation operation = roamer.perform(
                who, resource, action, request, (reply, sent) -> read(action, reply));
        if (action instanceof Action.Release && operation.result() instanceof Result.Done) {
            touched.remove(resource);
        }
        return operation;
    }

    private Result read(Action action, Reply reply) {
        String status = reply.text("status");
        if (reply.status() == 410) {
            lostSession(reply.line());
            session = null;
            return new Result.Refused("session gone");
        }
        if (reply.status() == 204 || reply.json().containsKey("remaining_s")) {
            return new Result.Done();
        }
        if (status.equals("ok") || status.equals("acquired")) {
            long fence = reply.number("fence");
            String token = reply.text("token");
            if (!token.startsWith(HexFormat.of().toHexDigits(fence))) {
                fleet.findings().add(Kind.ANSWER, "the token is of another fence: " + reply.line());
            }
            grants.putIfAbsent(fence, new Grant(token, who()));
            return new Result.Granted(fence, -1, nanos(reply.number("lease_ttl_s")), 0);
        }
        if (status.equals("queued")) {
            return new Result.Queued();
        }
        boolean expected = status.equals("timeout")
                || reply.status() == 404 && !(action instanceof Action.Acquire)
                || reply.status() == 409;
        if (!expected) {
            fleet.findings().add(Kind.ANSWER, action + " got " + reply.line());
        }
        return new Result.Refused(
                reply.error().equals("not_enqueued") ? Refusals.NOT_QUEUED : reply.line());
    }

    private void lostSession(String answer) {
        fleet.findings().add(Kind.LOST, "the session of " + name + ": " + answer);
    }

    private @Nullable String session() {
        if (session == null) {
            Reply reply = roamer.insist(Request.post("/v1/sessions", null, null));
            sessions++;
            session = reply == null ? null : reply.text("session_id");
        }
        return session;
    }

    private static String limit(Resource resource) {
        return resource.capacity() > 1 ? ",\"limit\":" + resource.capacity() : "";
    }

    static long nanos(long seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    @Override
    public void close() {
        roamer.close();
    }
}
