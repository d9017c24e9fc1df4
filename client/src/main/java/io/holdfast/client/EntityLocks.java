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
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Locks on the components and apps of a machine. The client names itself by a secret id, which is
 * random unless the builder sets it.
 *
 * <p>For example: {@snippet file="EntityExamples.java" region="entity"}
 */
public final class EntityLocks {

    private static final String CLIENT = "X-Client-Id";

    private final ClientContext context;
    private final String client;

    EntityLocks(ClientContext context, @Nullable String client) {
        this.context = context;
        this.client = client == null ? UUID.randomUUID().toString() : client;
    }

    /**
     * The lock on an entity.
     *
     * @param owned whether this client holds it
     * @param scopes the protected collections; empty for all
     */
    public record Info(String id, boolean owned, List<String> scopes, Instant until, long fence) {

        private static Info of(JsonObject json) {
            return new Info(
                    json.text("id"),
                    json.flag("owned"),
                    json.texts("scopes"),
                    Instant.parse(json.text("lock_expiration")),
                    json.number("x-fence"));
        }
    }

    /** Returns the secret id of this client. */
    public String clientId() {
        return client;
    }

    /** Locks all collections of an entity without waiting. */
    public Acquired acquire(String type, String id, Duration ttl) throws InterruptedException {
        return acquire(type, id, ttl, Set.of(), false);
    }

    /**
     * Locks an entity without waiting; there is no queue. The lock is renewed until it is released.
     *
     * @param type {@code components} or {@code apps}
     * @param scopes the collections to protect; empty for all
     * @param breakLock whether to replace the lock of another client
     */
    public Acquired acquire(
            String type, String id, Duration ttl, Set<String> scopes, boolean breakLock)
            throws InterruptedException {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("lock_expiration", Durations.ttlSeconds(ttl));
        if (!scopes.isEmpty()) {
            body.put("scopes", scopes.stream().sorted().toList());
        }
        if (breakLock) {
            body.put("break_lock", true);
        }
        Result result = context.send(named(Request.post(path(type, id), body)));
        if (!(result instanceof Reply reply) || !reply.ok()) {
            boolean held = result instanceof Reply refusal
                    && refusal.status() == 409
                    && refusal.body().contains("existing_lock_id");
            return held
                    ? new Acquired.Refused(Acquired.Refused.BUSY, ((Reply) result).detail())
                    : ClientContext.refused(result);
        }
        Info info = Info.of(reply.json());
        long ttlNanos = Durations.nanos(Duration.ofSeconds(Durations.ttlSeconds(ttl)));
        Lease.Grant grant =
                new Lease.Grant("entities", type + "/" + id, info.id(), info.fence(), -1);
        Lease lease = new Lease(
                context, grant, ttlNanos, reply.sentNanos(), null, new Calls(path(type, id)));
        return new Acquired.Granted(context.leases().watch(lease, reply.sentNanos()));
    }

    /** Returns the lock on an entity, if there is one. */
    public Optional<Info> find(String type, String id) {
        JsonObject json = context.ask(named(Request.get(path(type, id)))).json();
        return json.objects("items").stream().map(Info::of).findFirst();
    }

    private static String path(String type, String id) {
        return "/api/v1/" + Paths.segment(type) + "/" + Paths.segment(id) + "/locks";
    }

    private Request named(Request request) {
        return request.with(CLIENT, client);
    }

    private final class Calls implements LeaseCalls {

        private final String path;

        Calls(String path) {
            this.path = path;
        }

        @Override
        public Request renewal(Lease lease) {
            Map<String, Object> body = Map.of("lock_expiration", Durations.ttlSeconds(lease.ttl()));
            return named(Request.change("PUT", path + "/" + lease.token(), body));
        }

        @Override
        public Renewal renewed(Lease lease, Reply reply) {
            if (reply.ok()) {
                return new Renewal.Renewed(lease.ttlNanos());
            }
            if (reply.status() == 404) {
                return new Renewal.Ended(Loss.Reason.ENDED_BY_SERVER, reply.detail());
            }
            return new Renewal.Refused(reply.detail());
        }

        @Override
        public Request release(Lease lease) {
            return named(Request.change("DELETE", path + "/" + lease.token(), null));
        }

        @Override
        public boolean released(Reply reply) {
            return reply.ok();
        }
    }
}
