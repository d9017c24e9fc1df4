package io.holdfast.client;

import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.http.Timing;
import io.holdfast.client.json.Json;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Claims on resources: jobs take turns, and everyone sees the queue and its history.
 *
 * <p>For example: {@snippet file="ClaimExamples.java" region="claim"}
 */
public final class Claims {

    private static final String PATH = "/v1/claims/";

    /** The server holds a reply back for at most a minute. */
    private static final long POLL_SECONDS_MAX = 30;

    private final ClientContext context;

    Claims(ClientContext context) {
        this.context = context;
    }

    /**
     * Claims a resource and waits until the claim is active. Then it is renewed until the lease is
     * released. If the wait is over or interrupted, the claim is withdrawn.
     *
     * @param userData shown to others: a map, list, string, number, boolean or null
     */
    public Acquired acquire(
            String resource, Duration ttl, Duration waitMax, @Nullable Object userData)
            throws InterruptedException {
        long deadlineNanos = context.nanos() + Durations.nanos(waitMax);
        Result result = context.send(creation(resource, ttl, userData));
        if (!(result instanceof Reply reply) || !reply.ok()) {
            return ClientContext.refused(result);
        }
        ClaimInfo claim = ClaimInfo.of(reply);
        boolean settled = false;
        try {
            Acquired acquired = hold(claim, reply, ttl, deadlineNanos);
            settled = acquired.isGranted();
            return acquired;
        } catch (HoldfastException e) {
            return ClientContext.refused(e);
        } finally {
            if (!settled) {
                // In the background, because the thread may be interrupted.
                context.transport()
                        .start(
                                patch(claim.id(), Map.of("status", "withdrawn")),
                                context.transport().usual());
            }
        }
    }

    private Acquired hold(ClaimInfo created, Reply reply, Duration ttl, long deadlineNanos)
            throws InterruptedException {
        boolean fresh = created.status() == ClaimStatus.ACTIVE
                && reply.attempts() == 1
                && context.nanos() - reply.sentNanos() < Durations.nanos(ttl) / 4;
        if (fresh) {
            return granted(created, created.fence(), reply.sentNanos(), Durations.nanos(ttl));
        }
        ClaimInfo claim = created;
        while (claim.status() == ClaimStatus.WAITING) {
            long leftNanos = deadlineNanos - context.nanos();
            if (leftNanos <= 0) {
                return new Acquired.Refused(
                        Acquired.Refused.BUSY, "another claim on the resource is active");
            }
            claim = await(claim.id(), ClaimStatus.WAITING, Duration.ofNanos(leftNanos));
        }
        if (claim.status().isFinal()) {
            return new Acquired.Refused(
                    claim.status().text(), "the claim is " + claim.status().text());
        }
        // The turn began at an unknown time, so it is counted from a renewal.
        Result renewed = context.send(patch(claim.id(), Map.of("ttl", Durations.seconds(ttl))));
        if (!(renewed instanceof Reply renewal) || !renewal.ok()) {
            return ClientContext.refused(renewed);
        }
        return granted(
                claim, ClaimInfo.of(renewal).fence(), renewal.sentNanos(), Durations.nanos(ttl));
    }

    private Acquired granted(ClaimInfo claim, long fence, long sentNanos, long ttlNanos) {
        String token = Long.toString(claim.id());
        Lease.Grant grant = new Lease.Grant("claims", claim.resource(), token, fence, -1);
        Lease lease = new Lease(context, grant, ttlNanos, sentNanos, null, new Calls());
        return new Acquired.Granted(context.leases().watch(lease, sentNanos));
    }

    /** Makes a claim, which the caller has to renew and release. */
    public ClaimInfo create(String resource, Duration ttl, @Nullable Object userData) {
        return ClaimInfo.of(context.ask(creation(resource, ttl, userData)));
    }

    private static Request creation(String resource, Duration ttl, @Nullable Object userData) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("resource", resource);
        body.put("ttl", Durations.seconds(ttl));
        if (userData != null) {
            body.put("user_data", userData);
        }
        return Request.post(PATH, body);
    }

    public ClaimInfo get(long id) {
        return ClaimInfo.of(context.ask(Request.get(path(id))));
    }

    /** Waits until the claim has another status than this one, or the wait is over. */
    public ClaimInfo await(long id, ClaimStatus seen, Duration waitMax)
            throws InterruptedException {
        long deadlineNanos = context.nanos() + Durations.nanos(waitMax);
        while (true) {
            long leftNanos = Math.max(0, deadlineNanos - context.nanos());
            long seconds =
                    Math.min(POLL_SECONDS_MAX, TimeUnit.NANOSECONDS.toSeconds(leftNanos) + 1);
            Result result = poll(id, seen, leftNanos == 0 ? 0 : seconds);
            boolean unchanged = result instanceof Reply reply && reply.status() == 304;
            if (!unchanged && (!(result instanceof Reply reply) || !reply.ok())) {
                throw ClientContext.failure(result);
            }
            ClaimInfo claim = unchanged ? get(id) : ClaimInfo.of((Reply) result);
            if (claim.status() != seen || context.nanos() >= deadlineNanos) {
                return claim;
            }
        }
    }

    private Result poll(long id, ClaimStatus seen, long seconds) throws InterruptedException {
        context.checkOpen();
        Request request = Request.get(path(id));
        if (seconds > 0) {
            request = request.with("Prefer", "wait=" + seconds)
                    .with("If-None-Match", "W/\"" + seen.text() + "\"");
        }
        long patienceNanos = context.transport().requestNanosMax();
        long attemptNanos = TimeUnit.SECONDS.toNanos(seconds) + patienceNanos;
        Timing timing = new Timing(context.nanos() + 2 * attemptNanos, attemptNanos, patienceNanos);
        return context.transport().start(request, timing).await();
    }

    /** Renews an active claim; the ttl counts from now. */
    public ClaimInfo renew(long id, Duration ttl) {
        return ClaimInfo.of(context.ask(patch(id, Map.of("ttl", Durations.seconds(ttl)))));
    }

    /**
     * Ends a claim.
     *
     * @param status one of the final statuses except {@code EXPIRED}
     * @throws HoldfastException with status 400 if the claim's status does not allow it
     */
    public void end(long id, ClaimStatus status) {
        context.ask(patch(id, Map.of("status", status.text())));
    }

    /**
     * Returns a page of claims in the order of their ids, ended ones included.
     *
     * @param resource null for all resources
     * @param status null for all statuses
     */
    public List<ClaimInfo> list(
            @Nullable String resource, @Nullable ClaimStatus status, int limit, int offset) {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        parameters.put("resource", resource);
        parameters.put("status", status == null ? null : status.text());
        parameters.put("limit", limit);
        parameters.put("offset", offset);
        Reply reply = context.ask(Request.get(PATH + Paths.query(parameters)));
        List<ClaimInfo> claims = new ArrayList<>();
        if (Json.parse(reply.body()) instanceof List<?> items) {
            for (Object item : items) {
                claims.add(ClaimInfo.of(JsonObject.of((Map<?, ?>) item), 0));
            }
        }
        return claims;
    }

    private static Request patch(long id, Map<String, Object> body) {
        return Request.change("PATCH", path(id), body);
    }

    private static String path(long id) {
        return PATH + id + "/";
    }

    private static final class Calls implements LeaseCalls {

        @Override
        public Request renewal(Lease lease) {
            double seconds = Durations.seconds(lease.ttl());
            return patch(Long.parseLong(lease.token()), Map.of("ttl", seconds));
        }

        @Override
        public Renewal renewed(Lease lease, Reply reply) {
            if (reply.ok()) {
                return new Renewal.Renewed(lease.ttlNanos());
            }
            if (reply.status() == 400 || reply.status() == 404) {
                return new Renewal.Ended(Loss.Reason.ENDED_BY_SERVER, reply.detail());
            }
            return new Renewal.Refused(reply.detail());
        }

        @Override
        public Request release(Lease lease) {
            return patch(Long.parseLong(lease.token()), Map.of("status", "released"));
        }

        @Override
        public boolean released(Reply reply) {
            return reply.ok();
        }
    }
}
