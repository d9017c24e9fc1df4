package io.holdfast.server.pools;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.server.edge.Quotas;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the replies of the pools API. Every error is an object with the single key {@code error}.
 */
final class Replies {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long SECOND_MILLIS = 1_000L;

    private static final byte[] DELETED = ascii("{\"deleted\":true}\n");
    private static final byte[] NOT_DELETED = ascii("{\"deleted\":false}\n");
    private static final byte[] RETURNED = ascii("{\"returned\":true}\n");
    private static final byte[] NOT_RETURNED = ascii("{\"returned\":false}\n");

    private static final List<Refusal> QUOTAS =
            List.of(Refusal.TENANT_KEYS, Refusal.TENANT_LEASES, Refusal.TENANT_WAITERS);
    private static final Map<Refusal, Answer> REFUSALS = refusals();

    /** A refusal in the format of the pools API. */
    private record Answer(int status, byte[] json) {}

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
    static void exhausted(Exchange exchange) {
        exchange.reply(409, ErrorShape.json("no resource available", null));
    }

    static void limited(Exchange exchange, long seconds) {
        exchange.header("Retry-After", Long.toString(seconds));
        exchange.refuse(Problem.RATE_LIMITED, null);
    }

    /** Replies to outcomes that all routes have in common. */
    static void other(Exchange exchange, Outcome outcome) {
        if (outcome instanceof Outcome.Refused refused) {
            refuse(exchange, refused.reason());
        } else if (outcome instanceof Outcome.Unknown) {
            // The command may have taken effect. A slot that it took is freed when its lease
            // expires.
            refuse(exchange, Refusal.STORAGE_FAILED);
        } else {
            throw new IllegalStateException("pools call has an outcome of another API");
        }
    }

    static void refuse(Exchange exchange, Refusal reason) {
        Answer answer = REFUSALS.get(reason);
        if (answer == null) {
            throw new IllegalStateException("pools call has a refusal of another API: " + reason);
        }
        if (answer.status() >= 500) {
            exchange.header("Retry-After", "1");
        }
        exchange.reply(answer.status(), answer.json());
    }

    /** Refusals of other APIs never occur here. */
    private static Map<Refusal, Answer> refusals() {
        Map<Refusal, Answer> answers = new EnumMap<>(Refusal.class);
        answers.put(Refusal.NO_POOL, answer(404, "resource not found"));
        answers.put(Refusal.STORAGE_FAILED, answer(502, "database command failed"));
        answers.put(Refusal.POOLS_MAX, answer(503, "too many pools"));
        answers.put(Refusal.LEASES_MAX, answer(503, "too many leases"));
        answers.put(Refusal.WAITERS_MAX, answer(503, "too many borrowers are waiting"));
        for (Refusal quota : QUOTAS) {
            answers.put(quota, answer(503, Quotas.text(quota)));
        }
        answers.put(Refusal.STATE_FULL, answer(507, Quotas.stateFull()));
        answers.put(Refusal.DRAINING, answer(503, "the server is stopping"));
        answers.put(Refusal.ABANDONED, answer(503, "the server is stopping"));
        answers.put(Refusal.NO_LEADER, answer(502, "database command failed"));
        answers.put(Refusal.REMOVED, answer(502, "database command failed"));
        answers.put(Refusal.UPGRADING, answer(503, "the servers are being upgraded"));
        answers.put(Refusal.OVERLOADED, answer(503, "the server is overloaded"));
        answers.put(
                Refusal.REQUEST_MISMATCH,
                answer(400, "Idempotency-Key was used with another body; choose a new one"));
        return answers;
    }

    private static Answer answer(int status, String text) {
        return new Answer(status, ErrorShape.json(text, null));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
