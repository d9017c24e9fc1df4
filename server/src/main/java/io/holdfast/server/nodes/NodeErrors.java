package io.holdfast.server.nodes;

import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.outcome.Refusal;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.NodeLease;
import io.holdfast.server.edge.SharedText;
import io.holdfast.server.http.ErrorShape.ErrorReply;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.text.JsonValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Errors of the nodes API: one envelope, with the current holder beside it. */
final class NodeErrors {

    static final String INVALID = "invalid_node";
    static final String CONFLICT = "conflict";
    static final String NOT_FOUND = "not_found";
    private static final String QUOTA_EXCEEDED = "quota_exceeded";
    private static final String LEASE_LOST = "lease_lost";

    private NodeErrors() {}

    /** An error, and the holder of the requested node. */
    record Fault(
            int status,
            String code,
            String message,
            List<String> details,
            @Nullable NodeLease holder) {

        Fault(int status, String code, String message) {
            this(status, code, message, List.of(), null);
        }
    }

    /** Encodes errors of the HTTP layer. */
    static ErrorReply of(Problem problem, @Nullable String detail) {
        String code = problem == Problem.BODY_TOO_LARGE ? "too_large" : problem.code();
        String text = detail == null ? problem.code().replace('_', ' ') : detail;
        return new ErrorReply(problem.status(), json(new Fault(problem.status(), code, text)));
    }

    static void refuse(Exchange exchange, Fault fault) {
        if (fault.status() == 503 || fault.status() == 507) {
            exchange.header("Retry-After", "1");
        }
        exchange.reply(fault.status(), json(fault));
    }

    static void refuse(Exchange exchange, BadNode bad) {
        refuse(exchange, fault(bad));
    }

    static Fault fault(BadNode bad) {
        return new Fault(bad.status(), bad.code(), bad.message(), bad.details(), null);
    }

    static void noNode(Exchange exchange, String id) {
        refuse(exchange, noNode(id));
    }

    private static Fault noNode(String id) {
        return new Fault(404, NOT_FOUND, "no such node: " + id);
    }

    /**
     * Returns the error for a refused change.
     *
     * @param verb the requested action, as in {@code cannot renew}
     */
    static Fault fault(NodeRefused refused, String id, String verb) {
        NodeLease holder = refused.holder();
        return switch (refused.reason()) {
            case NO_NODE -> noNode(id);
            case NO_TARGET -> new Fault(404, NOT_FOUND, "no such node at the edge's other end");
            case EXISTS -> new Fault(409, CONFLICT, "'" + id + "' exists already");
            case STALE -> new Fault(409, CONFLICT, "'" + id + "' has changed since that revision");
            case NOT_CLAIMABLE ->
                new Fault(
                        422,
                        INVALID,
                        "'" + id + "' is not a claimable node type: " + refused.word(),
                        List.of("only work nodes carry a lease"),
                        null);
            case NOT_READY ->
                new Fault(
                        409,
                        "not_ready",
                        "cannot claim '" + id + "'; work on it is over: " + refused.word());
            case HELD -> held(id, verb, holder);
            case LEASE_LOST -> lost(refused, id, verb);
            case NO_STATUS ->
                new Fault(422, INVALID, "'" + id + "' cannot have this status", List.of(), null);
            case UNRESOLVED ->
                new Fault(
                        409,
                        "transition_denied",
                        "'" + id + "' needs a decision or an artifact that resolves it first");
            case NOT_OWNER -> new Fault(403, "forbidden", "'" + id + "' is not your agent");
            case NO_TOKEN -> new Fault(403, "forbidden", "this token is not an agent's");
            case EDGES_MAX ->
                new Fault(
                        422,
                        INVALID,
                        "'" + id + "' has as many edges as a node may have: "
                                + Limits.NODE_EDGES_MAX);
            case OTHER_SESSION ->
                new Fault(409, CONFLICT, "this token is bound to another session already");
        };
    }

    private static Fault held(String id, String verb, @Nullable NodeLease holder) {
        String rest = verb.equals("release") ? "; you cannot release another's claim" : "";
        return new Fault(
                409, CONFLICT, "'" + id + "' is " + heldBy(holder) + rest, List.of(), holder);
    }

    private static Fault lost(NodeRefused refused, String id, String verb) {
        NodeLease holder = refused.holder();
        String why = "you hold no live claim on it";
        if (holder != null) {
            why = "it is " + heldBy(holder);
        } else if (refused.lapsedMillis() != 0) {
            why = "your claim expired at " + NodeTimes.of(refused.lapsedMillis());
        }
        String message = "cannot " + verb + " '" + id + "'; " + why;
        return new Fault(409, LEASE_LOST, message, List.of(), holder);
    }

    private static String heldBy(@Nullable NodeLease holder) {
        return holder == null
                ? "held"
                : "held by " + holder.by() + " until " + NodeTimes.of(holder.untilMillis());
    }

    /** Encodes outcomes that every command may have. */
    static ErrorReply shared(Outcome.Shared outcome, String text) {
        Fault fault = fault(outcome, text);
        return new ErrorReply(fault.status(), json(fault));
    }

    static Fault fault(Outcome.Shared outcome) {
        return fault(outcome, SharedText.of(outcome, false));
    }

    private static Fault fault(Outcome.Shared outcome, String text) {
        return switch (outcome) {
            case Outcome.Unknown _ -> later(text);
            case Outcome.Refused(Refusal reason) ->
                switch (reason) {
                    case KEYS_MAX, DATA_MAX, STATE_FULL -> new Fault(507, QUOTA_EXCEEDED, text);
                    case TENANT_KEYS,
                            TENANT_LEASES,
                            TENANT_WAITERS,
                            TENANT_SESSIONS,
                            TENANT_BYTES -> new Fault(503, QUOTA_EXCEEDED, text);
                    case REQUEST_MISMATCH -> new Fault(422, INVALID, text);
                    case WAITERS_MAX,
                            ABANDONED,
                            DRAINING,
                            STORAGE_FAILED,
                            NO_LEADER,
                            UPGRADING,
                            REMOVED,
                            OVERLOADED -> later(text);
                };
        };
    }

    private static Fault later(String message) {
        return new Fault(503, "unavailable", message);
    }

    private static byte[] json(Fault fault) {
        Map<String, @Nullable Object> error = new LinkedHashMap<>();
        error.put("code", fault.code());
        error.put("message", fault.message());
        if (!fault.details().isEmpty()) {
            error.put("details", fault.details());
        }
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("error", error);
        if (fault.holder() != null) {
            body.put("holder", NodeJson.lease(fault.holder()));
        }
        return JsonValues.bytes(body);
    }
}
