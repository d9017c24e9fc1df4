package io.holdfast.server.pools;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.PoolRefusal;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Estimate;
import io.holdfast.server.edge.WaitHeaders;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the replies of the pools API. Every error is an object with the single key {@code error}.
 */
final class Replies {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long SECOND_MILLIS = 1_000L;
    private static final String NO_DATABASE = "database command failed";

    private static final byte[] DELETED = ascii("{\"deleted\":true}\n");
    private static final byte[] NOT_DELETED = ascii("{\"deleted\":false}\n");
    private static final byte[] RETURNED = ascii("{\"returned\":true}\n");
    private static final byte[] NOT_RETURNED = ascii("{\"returned\":false}\n");

    private Replies() {}

    /** Encodes errors that the HTTP layer itself reports. */
    static ErrorShape.ErrorReply edge(Problem problem, @Nullable String detail) {
        String text = switch (problem) {
            case BAD_REQUEST -> detail == null ? "bad request" : detail;
            case UNAUTHORIZED -> "unauthorized";
            case FORBIDDEN -> detail == null ? "forbidden" : detail;
            case NOT_FOUND -> detail == null ? "no such path" : detail;
            case METHOD_NOT_ALLOWED ->
                detail == null ? "method not allowed" : "method not allowed; " + detail;
            case BODY_TOO_LARGE -> "body too large";
            case PATH_TOO_LONG -> "path too long";
            case RATE_LIMITED -> "too many requests";
            case HEAD_TOO_LARGE -> "head too large";
            case INTERNAL -> detail == null ? "internal error" : "internal error, " + detail;
            case UNAVAILABLE -> "unavailable";
        };
        return new ErrorShape.ErrorReply(problem.status(), ErrorShape.json(text, null));
    }

    static void pool(Exchange exchange, UUID id, int count, int inUse) {
        exchange.reply(
                200,
                ascii("{\"id\":\"" + id + "\",\"count\":" + count + ",\"in_use\":" + inUse
                        + ",\"available\":" + Math.max(0, count - inUse) + "}\n"));
    }

    static void deleted(Exchange exchange, boolean was) {
        exchange.reply(200, was ? DELETED : NOT_DELETED);
    }

    static void returned(Exchange exchange, boolean was) {
        exchange.reply(200, was ? RETURNED : NOT_RETURNED);
    }

    static void lent(Exchange exchange, Outcome.Lent lent) {
        UUID lease = new UUID(lent.lease().high(), lent.lease().low());
        long untilSeconds = Math.ceilDiv(lent.untilMillis(), SECOND_MILLIS);
        long seconds = Math.ceilDiv(lent.ttlNanos(), SECOND_NANOS);
        exchange.reply(
                200,
                ascii("{\"lease\":\"" + lease + "\",\"position\":" + lent.position()
                        + ",\"expires_at_unix\":" + untilSeconds + ",\"expires_in\":" + seconds
                        + ",\"fence\":" + lent.fence() + "}\n"));
    }

    /** Replies that no slot was free and none became free within the caller's wait. */
    static void exhausted(Exchange exchange, Estimate estimate) {
        WaitHeaders.retry(exchange, estimate);
        exchange.reply(409, ErrorShape.json("no resource available", null));
    }

    static void limited(Exchange exchange, long seconds) {
        exchange.header("Retry-After", Long.toString(seconds));
        exchange.refuse(Problem.RATE_LIMITED, null);
    }

    static void refuse(Exchange exchange, PoolRefusal reason) {
        switch (reason) {
            case NO_POOL -> exchange.reply(404, ErrorShape.json("resource not found", null));
            case POOLS_MAX -> full(exchange, "too many pools");
            case LEASES_MAX -> full(exchange, "too many leases");
        }
    }

    private static void full(Exchange exchange, String text) {
        exchange.header("Retry-After", "1").reply(503, ErrorShape.json(text, null));
    }

    /** Encodes outcomes that every command may have. */
    static ErrorShape.ErrorReply shared(Outcome.Shared outcome, String text) {
        return switch (outcome) {
            // The command may have taken effect. A slot that it took is freed when its lease
            // expires.
            case Outcome.Unknown _ -> error(502, NO_DATABASE);
            case Outcome.Refused(Refusal reason) -> refused(reason, text);
        };
    }

    private static ErrorShape.ErrorReply refused(Refusal reason, String text) {
        return switch (reason) {
            case STORAGE_FAILED, NO_LEADER, REMOVED -> error(502, NO_DATABASE);
            case WAITERS_MAX -> error(503, "too many borrowers are waiting");
            case REQUEST_MISMATCH -> error(400, text);
            case STATE_FULL -> error(507, text);
            case KEYS_MAX,
                    DATA_MAX,
                    ABANDONED,
                    DRAINING,
                    OVERLOADED,
                    UPGRADING,
                    TENANT_KEYS,
                    TENANT_LEASES,
                    TENANT_WAITERS,
                    TENANT_SESSIONS,
                    TENANT_BYTES -> error(503, text);
        };
    }

    private static ErrorShape.ErrorReply error(int status, String text) {
        return new ErrorShape.ErrorReply(status, ErrorShape.json(text, null));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
