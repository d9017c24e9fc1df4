package io.holdfast.client;

import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Timing;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A pool of numbered slots. Every client that knows its UUID can borrow.
 *
 * <p>For example: {@snippet file="PoolExamples.java" region="pool"}
 *
 * <p>A slot is lent for a fixed time, and there is no renewal: the lease is lost when it ends.
 */
public final class Pool {

    private static final double NANOS_PER_SECOND = 1e9;

    /** The server waits for at most five minutes; after that the client queues again. */
    private static final long WAIT_NANOS_MAX = TimeUnit.MINUTES.toNanos(5);

    private static final long PAUSE_MILLIS = 50;

    private static final String API = "pools/";
    private static final long FETCH_NANOS_MAX = TimeUnit.SECONDS.toNanos(5);

    private final ClientContext context;
    private final UUID id;
    private final String path;

    Pool(ClientContext context, UUID id) {
        this.context = context;
        this.id = id;
        this.path = "/l/" + id;
    }

    /** How many slots a pool has, and how many are lent. */
    public record Status(int count, int inUse, int available) {

        private static Status of(JsonObject json) {
            return new Status((int) json.number("count"), (int) json.number("in_use"), (int)
                    json.number("available"));
        }
    }

    /** Returns the UUID, which is the only credential: keep it secret. */
    public UUID id() {
        return id;
    }

    /** Creates the pool, or changes its number of slots. Repeating it changes nothing. */
    public Status create(int count) {
        return Status.of(
                context.ask(Request.change("PUT", path, Map.of("count", count))).json());
    }

    /** Returns the pool's status; empty if it does not exist. */
    public Optional<Status> status() {
        Reply reply = context.reply(Request.get(path));
        if (reply.status() == 404) {
            return Optional.empty();
        }
        if (!reply.ok()) {
            throw ClientContext.failure(reply);
        }
        return Optional.of(Status.of(reply.json()));
    }

    /** Returns the name under which the resources API shows the pool, which is not a secret. */
    public String resourceName() {
        String named = context.ask(Request.get(path))
                .header("Holdfast-Resource")
                .orElseThrow(() -> new HoldfastException(
                        "not_found", 404, "the server does not name the resource of the pool"));
        return named.startsWith(API) ? named.substring(API.length()) : named;
    }

    /** Deletes the pool with its leases; false if it did not exist. */
    public boolean delete() {
        return context.ask(Request.change("DELETE", path, null)).json().flag("deleted");
    }

    /**
     * Borrows the lowest free slot, or waits for one. The lease has the {@link Lease#slot()}.
     *
     * @param ttl how long the slot is lent
     */
    public Acquired borrow(Duration ttl, Duration waitMax) throws InterruptedException {
        long deadlineNanos = context.nanos() + Durations.nanos(waitMax);
        while (true) {
            long leftNanos = Math.max(0, deadlineNanos - context.nanos());
            Acquired acquired = borrowOnce(ttl, Math.min(leftNanos, WAIT_NANOS_MAX));
            boolean busy = acquired instanceof Acquired.Refused refused && refused.isBusy();
            if (!busy || context.nanos() >= deadlineNanos) {
                return acquired;
            }
            // A server that allows shorter waits answers early; it is not asked without a pause.
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    private Acquired borrowOnce(Duration ttl, long waitNanos) throws InterruptedException {
        context.checkOpen();
        Map<String, Object> body =
                Map.of("ttl", Durations.seconds(ttl), "wait", waitNanos / NANOS_PER_SECOND);
        long patienceNanos = context.transport().requestNanosMax();
        long attemptNanos = waitNanos + patienceNanos;
        Result result = context.transport()
                .start(
                        Request.post(path + "/borrow", body),
                        new Timing(context.nanos() + attemptNanos, attemptNanos, patienceNanos))
                .await();
        if (!(result instanceof Reply reply)) {
            return ClientContext.refused(result);
        }
        if (reply.status() == 409) {
            return new Acquired.Refused(Acquired.Refused.BUSY, "no slot became free in time");
        }
        return reply.ok() ? granted(reply, Durations.nanos(ttl)) : ClientContext.refused(reply);
    }

    private Acquired granted(Reply reply, long ttlNanos) {
        JsonObject json = reply.json();
        int slot = (int) json.number("position");
        Lease.Grant grant = new Lease.Grant(
                "pools", id.toString(), json.text("lease"), json.number("fence"), slot);
        long lastNanos = Math.min(
                ttlNanos, TimeUnit.SECONDS.toNanos(json.number("expires_in", Long.MAX_VALUE)));
        boolean waited = context.nanos() - reply.sentNanos() > ttlNanos / 4;
        Lease lease = waited
                ? counted(grant, lastNanos, reply.sentNanos())
                : new Lease(context, grant, lastNanos, reply.sentNanos(), null, new Calls());
        return new Acquired.Granted(context.leases().watch(lease, reply.sentNanos()));
    }

    /**
     * Returns a lease that began at an unknown time during the wait. The resources API shows how
     * long it lasts; a client that may not read there counts from the beginning of the wait.
     */
    private Lease counted(Lease.Grant grant, long ttlNanos, long sentNanos) {
        try {
            long askedNanos = context.nanos();
            String name = resourceName();
            long shownNanos = context.nanos();
            Optional<ResourceInfo> shown = new Resources(context).find("pools", name);
            for (ResourceInfo.Holder holder : shown.map(ResourceInfo::holders).orElse(List.of())) {
                if (holder.fence() == grant.fence()
                        && context.nanos() - askedNanos < FETCH_NANOS_MAX) {
                    long leftNanos = holder.expiresIn().toNanos();
                    return new Lease(context, grant, leftNanos, shownNanos, null, new Calls());
                }
            }
        } catch (HoldfastException e) {
            // The client has no access, or no member answers: the cautious count below holds.
        }
        return new Lease(context, grant, ttlNanos, sentNanos, null, new Calls());
    }

    /** Returns a slot by the token of its lease; false if that is not lent any more. */
    public boolean giveBack(String lease) {
        return returned(context.ask(returning(lease)));
    }

    private Request returning(String lease) {
        return Request.post(path + "/return", Map.of("lease", lease));
    }

    private static boolean returned(Reply reply) {
        return reply.ok() && reply.json().flag("returned");
    }

    private final class Calls implements LeaseCalls {

        @Override
        public @Nullable Request renewal(Lease lease) {
            return null;
        }

        @Override
        public Renewal renewed(Lease lease, Reply reply) {
            return new Renewal.Refused("pools have no renewal");
        }

        @Override
        public Request release(Lease lease) {
            return returning(lease.token());
        }

        @Override
        public boolean released(Reply reply) {
            return returned(reply);
        }
    }
}
