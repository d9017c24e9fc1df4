package io.holdfast.server.admin;

import io.holdfast.log.GroupControl;
import io.holdfast.log.GroupControl.Refused;
import io.holdfast.log.PeerProblems;
import io.holdfast.server.audit.Audit;
import io.holdfast.server.auth.Role;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Handler;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.text.JsonValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows and changes the members of this server's group. Every change is answered when it is
 * complete, with the new status of the group.
 */
public final class ClusterRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterRoutes.class);
    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final String MEMBER = "/v1/cluster/members/{node}";
    private static final String RETRY_SECONDS = "1";

    private final GroupControl control;
    private final IntSupplier format;
    private final Audit audit;

    private ClusterRoutes(GroupControl control, IntSupplier format, Audit audit) {
        this.control = control;
        this.format = format;
        this.audit = audit;
    }

    /** @param format the format level that this member has applied */
    public static List<Route> of(
            Dialect dialect, GroupControl control, IntSupplier format, Audit audit) {
        ClusterRoutes self = new ClusterRoutes(control, format, audit);
        return List.of(
                route("GET", "/v1/cluster", dialect, "getCluster", self::status),
                route("PUT", MEMBER, dialect, "addMember", self::add),
                route("DELETE", MEMBER, dialect, "removeMember", self::remove),
                route("POST", MEMBER + "/replace", dialect, "replaceMember", self::replace),
                route("POST", MEMBER + "/lead", dialect, "transferLeadership", self::transfer));
    }

    private static Route route(
            String method, String template, Dialect dialect, String operationId, Handler handler) {
        return Route.of(method, template, dialect, operationId, handler).needs(Role.OPERATOR);
    }

    private void status(Exchange exchange) {
        exchange.reply(200, JsonValues.bytes(json(control.status(), format.getAsInt())));
    }

    private void add(Exchange exchange) {
        String node = node(exchange);
        String address = address(exchange);
        if (node != null && address == null) {
            exchange.refuse(
                    Problem.BAD_REQUEST, "say where it listens for its peers: ?address=HOST:PORT");
        } else if (node != null && address != null) {
            answer(exchange, "add-member", node, control.add(node, address));
        }
    }

    private void remove(Exchange exchange) {
        String node = node(exchange);
        if (node != null) {
            answer(exchange, "remove-member", node, control.remove(node));
        }
    }

    private void replace(Exchange exchange) {
        String node = node(exchange);
        if (node != null) {
            answer(exchange, "replace-member", node, control.replace(node, address(exchange)));
        }
    }

    private void transfer(Exchange exchange) {
        String node = node(exchange);
        if (node != null) {
            answer(exchange, "transfer-leadership", node, control.transfer(node));
        }
    }

    /** Returns the member's name; replies with an error and returns null if it is invalid. */
    private static @Nullable String node(Exchange exchange) {
        String node = exchange.pathParameter(0);
        if (NODE.matcher(node).matches()) {
            return node;
        }
        exchange.refuse(
                Problem.BAD_REQUEST,
                "the name of a node has up to 63 letters, digits, dots, dashes and underscores");
        return null;
    }

    private static @Nullable String address(Exchange exchange) {
        String address = exchange.query("address");
        return address == null || address.isEmpty() ? null : address;
    }

    private void answer(
            Exchange exchange, String verb, String node, CompletableFuture<Void> change) {
        var _ = change.whenComplete((done, problem) -> {
            Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
            audit.operated(
                    exchange.actor(),
                    exchange.principal().agent(),
                    verb,
                    node,
                    cause == null ? "done" : "refused",
                    cause == null ? null : String.valueOf(cause.getMessage()));
            if (cause == null) {
                status(exchange);
            } else if (cause instanceof Refused refused) {
                refuse(exchange, refused);
            } else {
                LOG.error("cannot change the group", cause);
                exchange.refuse(Problem.INTERNAL, "the group could not be changed; see the log");
            }
        });
    }

    private static void refuse(Exchange exchange, Refused refused) {
        int status = switch (refused.reason()) {
            case NO_LEADER, BUSY, UNREACHABLE -> 503;
            case UNKNOWN_NODE -> 404;
            case CONFLICT, ALONE -> 409;
        };
        if (status == 503) {
            exchange.header("Retry-After", RETRY_SECONDS);
        }
        exchange.reply(status, ErrorShape.json(code(refused.reason()), refused.getMessage()));
    }

    private static String code(Refused.Reason reason) {
        return switch (reason) {
            case NO_LEADER -> "no_leader";
            case BUSY -> "busy";
            case UNREACHABLE -> "unreachable";
            case UNKNOWN_NODE -> "unknown_node";
            case CONFLICT -> "conflict";
            case ALONE -> "alone";
        };
    }

    private static Map<String, @Nullable Object> json(GroupControl.Status status, int format) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("cluster", status.cluster());
        json.put("node", status.node());
        json.put("leader", status.leader());
        json.put("term", status.term());
        json.put("commit_index", status.commitIndex());
        json.put("applied_index", status.appliedIndex());
        json.put("format", format);
        json.put(
                "members",
                status.members().stream().map(member -> json(status, member)).toList());
        return json;
    }

    private static Map<String, @Nullable Object> json(
            GroupControl.Status status, GroupControl.Member member) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("node", member.node());
        json.put("address", member.address());
        json.put("leads", member.node().equals(status.leader()));
        boolean known = member.matchIndex() != GroupControl.Member.UNKNOWN;
        json.put("match_index", known ? (Object) member.matchIndex() : null);
        json.put(
                "lag",
                known ? (Object) Math.max(0, status.commitIndex() - member.matchIndex()) : null);
        boolean heard = member.heardMillis() != GroupControl.Member.UNKNOWN;
        json.put("heard_millis", heard ? (Object) member.heardMillis() : null);
        PeerProblems.Problem problem = member.problem();
        json.put(
                "problem",
                problem == null
                        ? null
                        : Map.of("reason", problem.reason().code(), "detail", problem.text()));
        return json;
    }
}
