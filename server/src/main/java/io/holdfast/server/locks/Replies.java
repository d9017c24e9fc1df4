package io.holdfast.server.locks;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Token;
import io.holdfast.server.edge.Quotas;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.Decimal;
import io.holdfast.server.text.Hex;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Encodes outcomes as replies. Frequent ones are written directly as ASCII bytes. */
final class Replies {

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

    private static final Problem[] PROBLEMS = problems();

    /** A refusal in the format of the locks API. */
    private record Problem(int status, byte[] json) {}

    private Replies() {}

    /** Sends the outcome of a command. {@code enqueue} selects the status text of a grant. */
    static void send(Exchange exchange, Outcome outcome, boolean enqueue) {
        switch (outcome) {
            case Outcome.Granted granted -> exchange.reply(200, granted(granted, enqueue));
            case Outcome.Queued queued -> exchange.reply(200, number(QUEUED, queued.position()));
            case Outcome.TimedOut timedOut -> exchange.reply(200, TIMEOUT);
            case Outcome.Renewed renewed ->
                exchange.reply(200, number(REMAINING, renewed.ttlNanos() / SECOND_NANOS));
            case Outcome.Opened opened -> exchange.reply(200, opened(opened));
            case Outcome.Done done -> exchange.replyEmpty(204);
            case Outcome.Claimed _, Outcome.ClaimRefused _ ->
                throw new IllegalStateException("locks call has an outcome of the claims API");
            case Outcome.EntityLocked _, Outcome.EntityRefused _ ->
                throw new IllegalStateException("locks call has an outcome of the entities API");
            case Outcome.NodeChanged _, Outcome.NodeRefused _ ->
                throw new IllegalStateException("locks call has an outcome of the nodes API");
            case Outcome.Refused refused -> refuse(exchange, refused.reason());
            case Outcome.Lent _, Outcome.Pool _ ->
                throw new IllegalStateException("locks call has an outcome of the pools API");
            case Outcome.Unknown unknown ->
                exchange.header("Retry-After", "1")
                        .reply(
                                503,
                                ErrorShape.json(
                                        "unknown",
                                        "the answer was lost and the request may have taken effect;"
                                                + " retry with the same Idempotency-Key"));
        }
    }

    static void refuse(Exchange exchange, Refusal reason) {
        Problem problem = PROBLEMS[reason.ordinal()];
        if (problem.status() == 503 || problem.status() == 507) {
            exchange.header("Retry-After", "1");
        }
        exchange.reply(problem.status(), problem.json());
    }

    private static byte[] granted(Outcome.Granted granted, boolean enqueue) {
        byte[] out = new byte[GRANT_BYTES_MAX];
        Token token = granted.token();
        int at = put(out, 0, enqueue ? ACQUIRED : OK);
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

    private static Problem[] problems() {
        Problem[] problems = new Problem[Refusal.values().length];
        for (Refusal reason : Refusal.values()) {
            problems[reason.ordinal()] = problem(reason);
        }
        return problems;
    }

    private static Problem problem(Refusal reason) {
        return switch (reason) {
            case SESSION_GONE -> problem(410, "session_gone", null);
            case NOT_HELD -> problem(404, "not_held", null);
            case LIMIT_MISMATCH ->
                problem(
                        409,
                        "limit_mismatch",
                        "the key is in use with another limit or as another kind");
            case ALREADY_ENQUEUED ->
                problem(
                        409,
                        "already_enqueued",
                        "this session has a place for the key; wait for it");
            case NOT_ENQUEUED ->
                problem(
                        409,
                        "not_enqueued",
                        "this session has no place for the key; enqueue first");
            case LEASE_EXPIRED ->
                problem(
                        409,
                        "lease_expired",
                        "the slot came and its lease ran out before this wait");
            case KEYS_MAX -> problem(503, "max_locks", "max locks reached");
            case WAITERS_MAX -> problem(503, "max_waiters", "max waiters reached");
            case SESSIONS_MAX -> problem(503, "max_sessions", null);
            case SESSIONS_PER_ADDRESS_MAX -> problem(503, "max_sessions_per_ip", null);
            case ABANDONED -> problem(408, "client_canceled", null);
            case DRAINING -> problem(503, "draining", "the server is stopping; retry soon");
            case REQUEST_MISMATCH ->
                problem(
                        422,
                        "idempotency_mismatch",
                        "this Idempotency-Key was used with another body; choose a new one");
            case STORAGE_FAILED ->
                problem(503, "storage_failed", "the server cannot write its log and is stopping");
            // Pools API outcomes, which never occur here.
            case NO_POOL, POOLS_MAX, LEASES_MAX -> problem(500, "internal", null);
            case OVERLOADED -> problem(503, "overloaded", "the server is overloaded; retry soon");
            case NO_LEADER ->
                problem(503, "no_leader", "the cluster has no leader now; retry soon");
            case UPGRADING ->
                problem(
                        503,
                        "upgrading",
                        "not every member runs a release that knows this; retry later");
            case REMOVED ->
                problem(503, "removed", "this node was removed from the cluster; ask another one");
            // Tenant quotas reuse the codes of the server-wide limits, which clients already
            // handle. The detail names the quota.
            case TENANT_KEYS, TENANT_LEASES -> problem(503, "max_locks", Quotas.text(reason));
            case TENANT_WAITERS -> problem(503, "max_waiters", Quotas.text(reason));
            case TENANT_SESSIONS -> problem(503, "max_sessions", Quotas.text(reason));
            case TENANT_BYTES -> problem(503, "max_data", Quotas.text(reason));
            case STATE_FULL -> problem(507, "state_full", Quotas.stateFull());
            case DATA_MAX -> problem(503, "max_data", "the data take as much room as they may");
        };
    }

    private static Problem problem(int status, String code, @Nullable String detail) {
        return new Problem(status, ErrorShape.json(code, detail));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
