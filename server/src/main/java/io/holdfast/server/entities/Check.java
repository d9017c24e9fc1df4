package io.holdfast.server.entities;

import io.holdfast.core.outcome.Outcome.EntityWriteRefused;
import io.holdfast.core.query.EntityAnswer;
import io.holdfast.core.value.EntityCollection;
import io.holdfast.core.value.EntityLockState;
import io.holdfast.core.value.EntityType;
import io.holdfast.server.http.Exchange;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a reverse proxy whether a request may pass. The request is named by one of two pairs of
 * headers, or its path follows this route's path.
 */
final class Check {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;

    private final EntityCalls calls;

    Check(EntityCalls calls) {
        this.calls = calls;
    }

    /** The request that is being checked. */
    private record Original(@Nullable String method, String path) {

        boolean reads() {
            return method != null && READS.contains(method);
        }
    }

    void handle(Exchange exchange) {
        Original original = original(exchange);
        if (isContradictory(exchange, original)) {
            deny(
                    exchange,
                    ambiguous("X-Original-* and X-Forwarded-*, where both are sent, must name the"
                            + " same request, and each once"));
            return;
        }
        if (original == null) {
            EntityError.badRequest(
                            "Which request is meant is not said",
                            "send X-Original-Method and X-Original-URI, or X-Forwarded-Method and"
                                    + " X-Forwarded-Uri, or the request itself below this path")
                    .reply(exchange);
            return;
        }
        List<String> segments = Paths.segments(original.path());
        if (segments == null) {
            // The proxy and its upstream server could interpret the path differently.
            if (original.reads()) {
                exchange.replyEmpty(204);
            } else {
                deny(exchange, ambiguous(Paths.RULE));
            }
            return;
        }
        EntityType type = segments.size() > 2 ? EntityType.ofPath(segments.get(0)) : null;
        EntityCollection collection = type == null ? null : EntityCollection.named(segments.get(2));
        if (type == null || collection == null) {
            exchange.replyEmpty(204);
            return;
        }
        Target target = new Target(exchange.actor().tenant(), type, segments.get(1));
        boolean report = collection == EntityCollection.FAULTS
                && "POST".equals(original.method())
                && segments.size() == 3;
        // A request without a method counts as a write, which is the safe assumption.
        boolean free = report || original.reads();
        calls.check(exchange, target, collection, checked -> {
            EntityWriteRefused refused = checked.refused();
            if (refused != null && !free) {
                deny(exchange, EntityError.ofWrite(target.id(), collection, "", refused));
            } else {
                allow(exchange, checked);
            }
        });
    }

    private static void allow(Exchange exchange, EntityAnswer.Checked checked) {
        EntityLockState own = checked.own();
        if (own != null) {
            exchange.header("X-Lock-Id", LockJson.id(own.number()));
            exchange.header("X-Fence", Long.toString(own.fence()));
        }
        exchange.replyEmpty(204);
    }

    /** Sends the denial. Some proxies support only 403; the body is the same. */
    private static void deny(Exchange exchange, EntityError error) {
        boolean asForbidden = "403".equals(exchange.query("deny"));
        (asForbidden ? error.withStatus(FORBIDDEN) : error).reply(exchange);
    }

    private static @Nullable Original original(Exchange exchange) {
        String prefix = EntitiesDialect.CHECK + "/";
        String own = exchange.rawPath();
        if (own.startsWith(prefix) && own.length() > prefix.length()) {
            return new Original(exchange.method(), own.substring(prefix.length() - 1));
        }
        Original named = named(exchange);
        return named == null && own.equals(prefix) ? new Original(exchange.method(), "/") : named;
    }

    private static @Nullable Original named(Exchange exchange) {
        for (Map.Entry<String, String> names : HEADERS.entrySet()) {
            String path = exchange.header(names.getKey());
            if (path != null) {
                return new Original(exchange.header(names.getValue()), path);
            }
        }
        return null;
    }

    /**
     * Returns whether the headers conflict. A proxy might not overwrite a header that the client
     * sent, so a conflicting header must not be trusted.
     */
    private static boolean isContradictory(Exchange exchange, @Nullable Original named) {
        if (named == null || exchange.rawPath().length() > EntitiesDialect.CHECK.length() + 1) {
            return false;
        }
        for (Map.Entry<String, String> names : HEADERS.entrySet()) {
            String path = exchange.header(names.getKey());
            boolean other = path != null
                    && !named.equals(new Original(exchange.header(names.getValue()), path));
            if (other
                    || exchange.isRepeated(names.getKey())
                    || exchange.isRepeated(names.getValue())) {
                return true;
            }
        }
        return false;
    }

    private static EntityError ambiguous(String details) {
        return EntityError.badRequest("The original request is ambiguous", details)
                .withStatus(CONFLICT);
    }

    private static final Map<String, String> HEADERS = headers();

    private static Map<String, String> headers() {
        Map<String, String> headers = new java.util.LinkedHashMap<>();
        headers.put("X-Original-URI", "X-Original-Method");
        headers.put("X-Forwarded-Uri", "X-Forwarded-Method");
        return headers;
    }
}
