package io.holdfast.server.locks;

import io.holdfast.core.outcome.LockRefusal;
import io.holdfast.core.outcome.LocksOutcome;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.outcome.SessionOutcome;
import io.holdfast.core.value.QueueWait;
import io.holdfast.core.value.Token;
import io.holdfast.server.edge.Requests;
import io.holdfast.server.edge.WaitHeaders;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.ErrorShape.ErrorReply;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.Decimal;
import io.holdfast.server.text.Hex;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Encodes outcomes as replies. Frequent ones are written directly as ASCII bytes. */
final class Replies {

    private static final byte[] NOT_HELD = ErrorShape.json("not_held", null);
    private static final byte[] TIMEOUT = ascii("{\"status\":\"timeout\"}\n");
    private static final byte[] OK = ascii("{\"status\":\"ok\",\"token\":\"");
    private static final byte[] ACQUIRED = ascii("{\"status\":\"acquired\",\"token\":\"");
    private static final byte[] LEASE = ascii("\",\"lease_ttl_s\":");
    private static final byte[] FENCE = ascii(",\"fence\":");
    private static final byte[] QUEUED = ascii("{\"status\":\"queued\",\"position\":");
    private static final byte[] REMAINING = ascii("{\"remaining_s\":");
    private static final byte[] SESSION = ascii("{\"session_id\":\"");
    private static final byte[] IDLE = ascii("\",\"idle_timeout_s\":");
    private static final byte[] END = ascii("}\n");

    private static final int GRANT_BYTES_MAX = ACQUIRED.length
            + Hex.DIGITS
            + LEASE.length
            + FENCE.length
            + 2 * Decimal.DIGITS_MAX
            + END.length;
    private static final long SECOND_NANOS = 1_000_000_000L;

    private final long idleNanos;

    /** @param idleNanos the idle timeout of sessions; zero if they never idle out */
    Replies(long idleNanos) {
        this.idleNanos = idleNanos;
    }

    void acquired(Exchange exchange, LocksOutcome.Acquire outcome) {
        switch (outcome) {
            case Outcome.Granted granted -> exchange.reply(200, granted(granted, OK));
            case Outcome.TimedOut timedOut -> timedOut(exchange, timedOut);
            case Outcome.LockRefused refused -> refuse(exchange, refused.reason());
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    void enqueued(Exchange exchange, LocksOutcome.Enqueue outcome) {
        switch (outcome) {
            case Outcome.Granted granted -> exchange.reply(200, granted(granted, ACQUIRED));
            case Outcome.Queued queued -> {
                WaitHeaders.queued(exchange, new QueueWait(queued.position(), queued.estimate()));
                exchange.reply(200, number(QUEUED, queued.position()));
            }
            case Outcome.LockRefused refused -> refuse(exchange, refused.reason());
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    void collected(Exchange exchange, LocksOutcome.Await outcome) {
        switch (outcome) {
            case Outcome.Granted granted -> exchange.reply(200, granted(granted, OK));
            case Outcome.TimedOut timedOut -> timedOut(exchange, timedOut);
            case Outcome.LockRefused refused -> refuse(exchange, refused.reason());
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    private static void timedOut(Exchange exchange, Outcome.TimedOut timedOut) {
        WaitHeaders.retry(exchange, timedOut.estimate());
        exchange.reply(200, TIMEOUT);
    }

    void released(Exchange exchange, LocksOutcome.Release outcome) {
        switch (outcome) {
            case Outcome.Done _ -> exchange.replyEmpty(204);
            case Outcome.NotHeld _ -> exchange.reply(404, NOT_HELD);
            case Outcome.LockRefused refused -> refuse(exchange, refused.reason());
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    void renewed(Exchange exchange, LocksOutcome.Renew outcome) {
        switch (outcome) {
            case Outcome.Renewed renewed ->
                exchange.reply(200, number(REMAINING, renewed.ttlNanos() / SECOND_NANOS));
            case Outcome.NotHeld _ -> exchange.reply(404, NOT_HELD);
            case Outcome.LockRefused refused -> refuse(exchange, refused.reason());
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    void opened(Exchange exchange, SessionOutcome.Open outcome) {
        switch (outcome) {
            case Outcome.Opened opened -> exchange.reply(200, opened(opened));
            case Outcome.LockRefused refused -> refuse(exchange, refused.reason());
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    void changed(Exchange exchange, SessionOutcome.Change outcome) {
        switch (outcome) {
            case Outcome.Done _ -> exchange.replyEmpty(204);
            case Outcome.LockRefused refused -> refuse(exchange, refused.reason());
            case Outcome.Shared shared -> Requests.refuse(exchange, shared);
        }
    }

    void refuse(Exchange exchange, LockRefusal reason) {
        ErrorReply error = switch (reason) {
            case SESSION_GONE -> error(410, "session_gone", sessionGone());
            case LIMIT_MISMATCH ->
                error(
                        409,
                        "limit_mismatch",
                        "the key is in use with another limit or as another kind");
            case ALREADY_ENQUEUED ->
                error(409, "already_enqueued", "this session has a place for the key; wait for it");
            case NOT_ENQUEUED ->
                error(409, "not_enqueued", "this session has no place for the key; enqueue first");
            case LEASE_EXPIRED ->
                error(409, "lease_expired", "the slot came and its lease ran out before this wait");
            case SESSIONS_MAX -> error(503, "max_sessions", null);
            case SESSIONS_PER_ADDRESS_MAX -> error(503, "max_sessions_per_ip", null);
            case SESSION_LOCKS_MAX ->
                error(
                        503,
                        "max_locks",
                        "this session has the maximum number of locks; see"
                                + " --max-locks-per-session");
        };
        if (error.status() == 503) {
            exchange.header("Retry-After", "1");
        }
        exchange.reply(error.status(), error.json());
    }

    /** A session ends after twice its idle timeout, as in dflockd. */
    private String sessionGone() {
        long seconds = 2 * idleNanos / SECOND_NANOS;
        return "the session is unknown or closed"
                + (seconds == 0
                        ? ""
                        : "; a session ends after " + seconds + " s without a request");
    }

    /** Encodes outcomes that every command may have. */
    static ErrorReply shared(Outcome.Shared outcome, String text) {
        return switch (outcome) {
            case Outcome.Unknown _ -> error(503, "unknown", text);
            case Outcome.Refused(Refusal reason) -> refused(reason, text);
        };
    }

    /**
     * Quotas of a tenant have the codes of the server-wide limits, which clients already handle.
     * The text names the quota.
     */
    private static ErrorReply refused(Refusal reason, String text) {
        return switch (reason) {
            case KEYS_MAX -> error(503, "max_locks", "max locks reached");
            case WAITERS_MAX -> error(503, "max_waiters", "max waiters reached");
            case ABANDONED -> error(408, "client_canceled", null);
            case DRAINING -> error(503, "draining", text);
            case REQUEST_MISMATCH -> error(422, "idempotency_mismatch", text);
            case STORAGE_FAILED -> error(503, "storage_failed", text);
            case OVERLOADED -> error(503, "overloaded", text);
            case NO_LEADER -> error(503, "no_leader", text);
            case UPGRADING -> error(503, "upgrading", text);
            case REMOVED -> error(503, "removed", text);
            case TENANT_KEYS, TENANT_LEASES -> error(503, "max_locks", text);
            case TENANT_WAITERS -> error(503, "max_waiters", text);
            case TENANT_SESSIONS -> error(503, "max_sessions", text);
            case TENANT_BYTES, DATA_MAX -> error(503, "max_data", text);
            case STATE_FULL -> error(507, "state_full", text);
        };
    }

    private static ErrorReply error(int status, String code, @Nullable String detail) {
        return new ErrorReply(status, ErrorShape.json(code, detail));
    }

    private static byte[] granted(Outcome.Granted granted, byte[] start) {
        byte[] out = new byte[GRANT_BYTES_MAX];
        Token token = granted.token();
        int at = put(out, 0, start);
        at = Hex.write(out, at, token.fence());
        at = Hex.write(out, at, token.salt());
        at = put(out, at, LEASE);
        at = Decimal.write(out, at, granted.ttlNanos() / SECOND_NANOS);
        at = put(out, at, FENCE);
        at = Decimal.write(out, at, token.fence());
        return Arrays.copyOf(out, put(out, at, END));
    }

    private static byte[] opened(Outcome.Opened opened) {
        byte[] out = new byte
                [SESSION.length + Hex.DIGITS + IDLE.length + Decimal.DIGITS_MAX + END.length];
        int at = put(out, 0, SESSION);
        at = Hex.write(out, at, opened.session().high());
        at = Hex.write(out, at, opened.session().low());
        at = put(out, at, IDLE);
        at = Decimal.write(out, at, opened.idleNanos() / SECOND_NANOS);
        return Arrays.copyOf(out, put(out, at, END));
    }

    private static byte[] number(byte[] before, long value) {
        byte[] out = new byte[before.length + Decimal.DIGITS_MAX + END.length];
        int at = Decimal.write(out, put(out, 0, before), value);
        return Arrays.copyOf(out, put(out, at, END));
    }

    private static int put(byte[] out, int at, byte[] text) {
        System.arraycopy(text, 0, out, at, text.length);
        return at + text.length;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
