package io.holdfast.client;

import io.holdfast.client.http.Call;
import io.holdfast.client.http.Lost;
import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Timing;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The calls of one key of the locks API. */
final class LockProtocol implements LeaseCalls {

    /** Stands for a wait without end. */
    static final long FOREVER_NANOS = Long.MAX_VALUE / 4;

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How much later than the client's deadline the server's may be. */
    private static final long LATE_NANOS_MAX = SECOND_NANOS / 5;

    /** How long the server's answer may take after its deadline. */
    private static final long GRACE_NANOS = SECOND_NANOS;

    private static final Acquired BUSY =
            new Acquired.Refused(Acquired.Refused.BUSY, "another client holds it");

    private final ClientContext context;
    private final String path;
    private final String key;
    private final int limit;
    private final long ttlSeconds;

    /** @param limit the number of slots of a semaphore; zero for a lock */
    LockProtocol(ClientContext context, String key, int limit, long ttlSeconds) {
        this.context = context;
        this.path = (limit == 0 ? "/v1/locks/" : "/v1/semaphores/") + Paths.segment(key);
        this.key = key;
        this.limit = limit;
        this.ttlSeconds = ttlSeconds;
    }

    String key() {
        return key;
    }

    /** Acquires within the wait; zero asks for an answer at once. */
    Acquired acquire(long waitNanos) throws InterruptedException {
        long deadlineNanos = context.nanos() + Math.min(waitNanos, FOREVER_NANOS);
        try {
            Acquired first = tryShared();
            boolean busy = first instanceof Acquired.Refused refused && refused.isBusy();
            return busy && waitNanos > 0 ? acquireUntil(deadlineNanos) : first;
        } catch (HoldfastException e) {
            return ClientContext.refused(e);
        }
    }

    /** Tries once, in the session that such calls share. */
    private Acquired tryShared() throws InterruptedException {
        while (true) {
            Session session = context.sessions().shared();
            boolean settled = false;
            try {
                Result result = context.send(post(session, "", acquisition(0)));
                if (result instanceof Reply reply && reply.status() == 410) {
                    // The session ended, so nothing was acquired in it: try in a new one.
                    context.sessions().ended(session);
                    continue;
                }
                Acquired acquired = read(session, result);
                settled = !(acquired instanceof Acquired.Unknown);
                return acquired == null ? BUSY : acquired;
            } finally {
                if (!settled) {
                    context.sessions().suspect(session);
                }
            }
        }
    }

    /** Waits until the deadline, in sessions of its own. */
    Acquired acquireUntil(long deadlineNanos) throws InterruptedException {
        while (true) {
            long leftNanos = deadlineNanos - context.nanos();
            if (leftNanos <= 0) {
                return BUSY;
            }
            Session session = context.sessions().dedicated();
            Map<String, Object> body = acquisition(seconds(leftNanos));
            Acquired acquired = await(session, post(session, "", body), leftNanos);
            if (acquired != null) {
                return acquired;
            }
        }
    }

    /**
     * Waits in a session. Returns null if the grant or the session ended meanwhile, so that the
     * request has to be made anew.
     */
    private @Nullable Acquired await(Session session, Request request, long waitNanos)
            throws InterruptedException {
        boolean settled = false;
        try {
            Result result = sendWaiting(session, request, waitNanos);
            if (result instanceof Lost lost) {
                // The session is deleted below, so a grant that is on its way ends with it.
                return lost.inFlight() ? BUSY : ClientContext.refused(lost);
            }
            if (result instanceof Reply reply && reply.status() == 410) {
                context.sessions().ended(session);
                return null;
            }
            Acquired acquired = read(session, result);
            settled = !(acquired instanceof Acquired.Unknown);
            if (settled && !(acquired instanceof Acquired.Granted)) {
                context.sessions().giveBack(session);
            }
            return acquired;
        } finally {
            if (!settled) {
                context.sessions().discard(session);
            }
        }
    }

    private Result sendWaiting(Session session, Request request, long waitNanos)
            throws InterruptedException {
        context.checkOpen();
        // The server waits for whole seconds: its answer is only awaited if it is due by then.
        long lateNanos = seconds(waitNanos) * SECOND_NANOS - waitNanos;
        long patienceNanos = context.transport().requestNanosMax();
        long graceNanos = lateNanos < LATE_NANOS_MAX ? GRACE_NANOS : 0;
        long deadlineNanos =
                context.nanos() + waitNanos + (waitNanos == 0 ? patienceNanos : graceNanos);
        Call call = context.transport()
                .start(request, new Timing(deadlineNanos, FOREVER_NANOS, patienceNanos));
        context.sessions().waitBegins(session, call);
        try {
            return call.await();
        } finally {
            context.sessions().waitEnds(session);
        }
    }

    /** Returns null if the key is busy, or a grant ended before it could be confirmed. */
    private @Nullable Acquired read(Session session, Result result) throws InterruptedException {
        if (!(result instanceof Reply reply) || !reply.ok()) {
            return ClientContext.refused(result);
        }
        session.heard(reply.sentNanos());
        JsonObject json = reply.json();
        String status = json.text("status");
        if (!status.equals("ok") && !status.equals("acquired")) {
            return BUSY;
        }
        Lease.Grant grant =
                new Lease.Grant("locks", key, json.text("token"), json.number("fence"), -1);
        long ttlNanos = TimeUnit.SECONDS.toNanos(json.number("lease_ttl_s"));
        boolean late = context.nanos() - reply.sentNanos() > ttlNanos / 4;
        if (!late && reply.attempts() == 1 && status.equals("ok")) {
            // After a short wait the lease is used at once, and renewed at once.
            boolean renewNow = !session.isShared();
            return granted(session, grant, ttlNanos, reply.sentNanos(), renewNow);
        }
        return confirm(session, grant);
    }

    /**
     * Renews a grant that came after a wait or a retry, because nothing is known about when it
     * began. Returns null if it has ended.
     */
    private @Nullable Acquired confirm(Session session, Lease.Grant grant)
            throws InterruptedException {
        Result result = context.send(post(session, "/renew", renewal(grant)));
        if (!(result instanceof Reply reply)) {
            return ClientContext.refused(result);
        }
        if (reply.status() == 404 || reply.status() == 410) {
            return null;
        }
        if (!reply.ok()) {
            return ClientContext.refused(reply);
        }
        session.heard(reply.sentNanos());
        long ttlNanos = TimeUnit.SECONDS.toNanos(reply.json().number("remaining_s"));
        return granted(session, grant, ttlNanos, reply.sentNanos(), false);
    }

    private Acquired granted(
            Session session, Lease.Grant grant, long ttlNanos, long sentNanos, boolean renewNow) {
        Lease lease = new Lease(context, grant, ttlNanos, sentNanos, session, this);
        long countedNanos = renewNow ? sentNanos - ttlNanos : sentNanos;
        return new Acquired.Granted(context.leases().watch(lease, countedNanos));
    }

    /** Takes a slot or a place in the queue. */
    Acquired enqueue() throws InterruptedException {
        Session session;
        try {
            session = context.sessions().dedicated();
        } catch (HoldfastException e) {
            return ClientContext.refused(e);
        }
        boolean settled = false;
        try {
            Result result = context.send(post(session, "/enqueue", slot()));
            if (!(result instanceof Reply reply) || !reply.ok()) {
                return ClientContext.refused(result);
            }
            session.heard(reply.sentNanos());
            JsonObject json = reply.json();
            settled = true;
            if (json.text("status").equals("queued")) {
                int position = (int) json.number("position", 1);
                return new Acquired.Queued(position, new QueuePlace(this, session));
            }
        } finally {
            if (!settled) {
                context.sessions().discard(session);
            }
        }
        // Collecting a slot starts its lease anew and lets the session enqueue again.
        Acquired collected = collect(session, 0);
        return collected == null ? BUSY : collected;
    }

    /** Waits for a place; returns null if it was lost, so that a new request has to be made. */
    private @Nullable Acquired collect(Session session, long waitNanos)
            throws InterruptedException {
        Map<String, Object> body = Map.of("timeout_s", seconds(waitNanos));
        Acquired acquired = await(session, post(session, "/wait", body), waitNanos);
        boolean gone = acquired instanceof Acquired.Refused refused
                && (refused.code().equals("not_enqueued")
                        || refused.code().equals("lease_expired"));
        return gone ? null : acquired;
    }

    /** Waits for a place; if a retry lost it, the client queues again, behind the others. */
    Acquired await(Session session, long waitNanos) throws InterruptedException {
        long deadlineNanos = context.nanos() + Math.min(waitNanos, FOREVER_NANOS);
        try {
            Acquired collected = collect(session, waitNanos);
            return collected == null ? acquireUntil(deadlineNanos) : collected;
        } catch (HoldfastException e) {
            return ClientContext.refused(e);
        }
    }

    void leave(Session session) {
        context.sessions().discard(session);
    }

    private Map<String, Object> slot() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("lease_ttl_s", ttlSeconds);
        if (limit > 0) {
            body.put("limit", limit);
        }
        return body;
    }

    private Map<String, Object> acquisition(long waitSeconds) {
        Map<String, Object> body = slot();
        body.put("acquire_timeout_s", waitSeconds);
        return body;
    }

    private Map<String, Object> renewal(Lease.Grant grant) {
        return Map.of("token", grant.token(), "lease_ttl_s", ttlSeconds);
    }

    private Request post(Session session, String call, Map<String, Object> body) {
        return Request.post(path + call, body).with(Sessions.HEADER, session.id());
    }

    private static long seconds(long nanos) {
        return (nanos + SECOND_NANOS - 1) / SECOND_NANOS;
    }

    /** Renews a grant by its token, in whichever session it was made. */
    long renew(String token) throws InterruptedException {
        Map<String, Object> body = Map.of("token", token, "lease_ttl_s", ttlSeconds);
        Reply reply = inShared("/renew", body);
        if (!reply.ok()) {
            throw ClientContext.failure(reply);
        }
        return reply.json().number("remaining_s");
    }

    /** Renews a lease at once, and from now on with the ttl of this object. */
    Duration renewNow(Lease lease) throws InterruptedException {
        return context.leases().renewNow(lease, TimeUnit.SECONDS.toNanos(ttlSeconds));
    }

    /** Releases a grant by its token; false if the token is not held. */
    boolean release(String token) throws InterruptedException {
        Reply reply = inShared("/release", Map.of("token", token));
        if (!reply.ok() && reply.status() != 404) {
            throw ClientContext.failure(reply);
        }
        return reply.ok();
    }

    private Reply inShared(String call, Map<String, Object> body) throws InterruptedException {
        while (true) {
            Session session = context.sessions().shared();
            Reply reply = context.reply(post(session, call, body));
            if (reply.status() != 410) {
                return reply;
            }
            // The token may be of another session, so the end of this one says nothing about it.
            context.sessions().ended(session);
        }
    }

    /**
     * Acquires without waiting, and ends the session so that the grant lasts for its ttl. Returns
     * null if the key is busy.
     */
    @Nullable
    FixedLease acquireFixed() throws InterruptedException {
        while (true) {
            Session session = context.sessions().dedicated();
            boolean settled = false;
            try {
                Result result = context.send(post(session, "", acquisition(0)));
                if (result instanceof Reply reply && reply.status() == 410) {
                    context.sessions().ended(session);
                    continue;
                }
                if (!(result instanceof Reply reply) || !reply.ok()) {
                    throw ClientContext.failure(result);
                }
                JsonObject json = reply.json();
                if (!json.text("status").equals("ok")) {
                    context.sessions().giveBack(session);
                    settled = true;
                    return null;
                }
                context.sessions().detach(session);
                settled = true;
                return new FixedLease(
                        key,
                        json.text("token"),
                        json.number("fence"),
                        Duration.ofSeconds(json.number("lease_ttl_s")),
                        reply.sentNanos());
            } finally {
                if (!settled) {
                    context.sessions().discard(session);
                }
            }
        }
    }

    @Override
    public Request renewal(Lease lease) {
        Map<String, Object> body =
                Map.of("token", lease.token(), "lease_ttl_s", seconds(lease.ttlNanos()));
        return inSession(lease, "/renew", body);
    }

    @Override
    public Renewal renewed(Lease lease, Reply reply) {
        if (reply.ok()) {
            long seconds = reply.json().number("remaining_s");
            return new Renewal.Renewed(TimeUnit.SECONDS.toNanos(seconds));
        }
        if (reply.status() == 404) {
            return new Renewal.Ended(
                    Loss.Reason.ENDED_BY_SERVER,
                    "the lock was broken by an operator, or its lease expired at the server");
        }
        Session session = lease.session();
        if (reply.status() == 410 && session != null) {
            context.sessions().ended(session);
            return new Renewal.Ended(Loss.Reason.SESSION_ENDED, reply.detail());
        }
        return new Renewal.Refused(reply.detail());
    }

    @Override
    public Request release(Lease lease) {
        return inSession(lease, "/release", Map.of("token", lease.token()));
    }

    private Request inSession(Lease lease, String call, Map<String, Object> body) {
        Session session = lease.session();
        Request request = Request.post(path + call, body);
        return session == null ? request : request.with(Sessions.HEADER, session.id());
    }

    @Override
    public boolean released(Reply reply) {
        return reply.ok();
    }

    @Override
    public boolean endedBefore(Reply reply) {
        return reply.status() == 404 || reply.status() == 410;
    }

    @Override
    public void ended(Lease lease, boolean confirmed) {
        Session session = lease.session();
        if (session == null || context.isClosed()) {
            return;
        }
        if (confirmed) {
            context.sessions().giveBack(session);
        } else {
            context.sessions().discard(session);
        }
    }
}
