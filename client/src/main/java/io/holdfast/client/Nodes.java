package io.holdfast.client;

import io.holdfast.client.http.Reply;
import io.holdfast.client.http.Request;
import io.holdfast.client.http.Result;
import io.holdfast.client.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Work nodes: workers take them from one queue, and a lease keeps two of them from working on the
 * same one. The holder is the person that the client's token names.
 *
 * <p>For example: {@snippet file="NodeExamples.java" region="node"}
 */
public final class Nodes {

    private static final String PATH = "/v1/nodes";

    private final ClientContext context;

    Nodes(ClientContext context) {
        this.context = context;
    }

    /**
     * A lease on a node.
     *
     * @param by the id of the person that holds it
     * @param session the run that it is bound to, if any
     * @param capped whether the server allows no longer lease
     */
    public record LeaseInfo(
            String node,
            String by,
            Instant expiresAt,
            Duration expiresIn,
            long fence,
            @Nullable String session,
            boolean capped) {

        private static LeaseInfo of(JsonObject reply) {
            JsonObject lease = reply.object("lease");
            return new LeaseInfo(
                    lease.text("node_id"),
                    lease.text("by"),
                    Instant.parse(lease.text("expires_at")),
                    Duration.ofMillis(lease.number("expires_in_ms")),
                    lease.number("fence"),
                    lease.textOrNull("session"),
                    reply.flag("capped_to_max"));
        }
    }

    /**
     * A node of the queue.
     *
     * @param why what its score is made of
     */
    public record Item(
            String id, String title, String type, String status, String priority, String why) {}

    /**
     * Writes a node.
     *
     * @param markdown the text with its front matter
     * @return its revision
     */
    public String write(String markdown) {
        Request request = new Request(
                "POST",
                PATH,
                Map.of("Content-Type", "text/markdown"),
                markdown,
                Request.change("POST", PATH, null).id());
        JsonObject json = context.ask(request).json();
        List<JsonObject> results = json.objects("results");
        JsonObject result = results.isEmpty() ? JsonObject.EMPTY : results.get(0);
        if (!result.flag("ok")) {
            JsonObject error = result.object("error");
            throw new HoldfastException(
                    error.text("code", "invalid_node"),
                    207,
                    error.text("message", json.toString()));
        }
        return result.text("revision");
    }

    /** Returns the text of a node; empty if it does not exist. */
    public Optional<String> read(String id) {
        Reply reply = context.reply(Request.get(path(id, "")));
        if (reply.status() == 404) {
            return Optional.empty();
        }
        if (!reply.ok()) {
            throw ClientContext.failure(reply);
        }
        return Optional.of(reply.json().text("raw"));
    }

    /** Returns the nodes that are free or this person's own, the most urgent first. */
    public List<Item> queue(int limit) {
        JsonObject json = context.ask(Request.get("/v1/queue?limit=" + limit)).json();
        return json.objects("items").stream()
                .map(item -> new Item(
                        item.text("id"),
                        item.text("title", ""),
                        item.text("type", ""),
                        item.text("status", ""),
                        item.text("priority", ""),
                        item.text("why", "")))
                .toList();
    }

    /** Claims a node without waiting. The lease is renewed until it is released. */
    public Acquired claim(String id) throws InterruptedException {
        return claim(id, null);
    }

    /**
     * Claims a node without waiting. The lease is renewed until it is released, which also removes
     * the person's {@code assigned} edge. Its length is the server's setting.
     *
     * @param session binds the lease to one run; null for none
     */
    public Acquired claim(String id, @Nullable String session) throws InterruptedException {
        Map<String, Object> body = session == null ? Map.of() : Map.of("session", session);
        Result result = context.send(Request.post(path(id, "/claim"), body));
        if (!(result instanceof Reply reply) || !reply.ok()) {
            boolean held = result instanceof Reply refusal
                    && refusal.status() == 409
                    && refusal.code().equals("conflict");
            return held
                    ? new Acquired.Refused(Acquired.Refused.BUSY, ((Reply) result).detail())
                    : ClientContext.refused(result);
        }
        LeaseInfo info = LeaseInfo.of(reply.json());
        Lease.Grant grant = new Lease.Grant("nodes", id, "", info.fence(), -1);
        long ttlNanos = info.expiresIn().toNanos();
        Lease lease =
                new Lease(context, grant, ttlNanos, reply.sentNanos(), null, new Calls(id, body));
        return new Acquired.Granted(context.leases().watch(lease, reply.sentNanos()));
    }

    /**
     * Renews a lease that this person has, for programs that do not keep a {@link Lease}.
     *
     * @throws HoldfastException with the code {@code lease_lost} if it is not held any more
     */
    public LeaseInfo renew(String id) {
        return LeaseInfo.of(
                context.ask(Request.post(path(id, "/renew"), Map.of())).json());
    }

    /** Adds time to a lease that this person has, up to the server's maximum. */
    public LeaseInfo extend(String id, Duration more) {
        Map<String, Object> body = Map.of("ms", more.toMillis());
        return LeaseInfo.of(context.ask(Request.post(path(id, "/extend"), body)).json());
    }

    /** Parks a lease that this person has, so that only this person can claim the node. */
    public LeaseInfo reserve(String id) {
        return LeaseInfo.of(
                context.ask(Request.post(path(id, "/reserve"), Map.of())).json());
    }

    /** Releases a node and removes this person's edge. Repeating it does no harm. */
    public void release(String id) {
        context.ask(Request.post(path(id, "/release"), Map.of()));
    }

    private static String path(String id, String call) {
        return PATH + "/" + Paths.segment(id) + call;
    }

    private static final class Calls implements LeaseCalls {

        private final String id;
        private final Map<String, Object> body;

        Calls(String id, Map<String, Object> body) {
            this.id = id;
            this.body = new LinkedHashMap<>(body);
        }

        @Override
        public Request renewal(Lease lease) {
            return Request.post(path(id, "/renew"), body);
        }

        @Override
        public Renewal renewed(Lease lease, Reply reply) {
            if (reply.ok()) {
                LeaseInfo info = LeaseInfo.of(reply.json());
                return info.fence() == lease.fence()
                        ? new Renewal.Renewed(info.expiresIn().toNanos())
                        : new Renewal.Ended(
                                Loss.Reason.ENDED_BY_SERVER, "the node was claimed again");
            }
            if (reply.status() == 409 || reply.status() == 404) {
                return new Renewal.Ended(Loss.Reason.ENDED_BY_SERVER, reply.detail());
            }
            return new Renewal.Refused(reply.detail());
        }

        @Override
        public Request release(Lease lease) {
            return Request.post(path(id, "/release"), Map.of());
        }

        @Override
        public boolean released(Reply reply) {
            return reply.ok();
        }
    }
}
