package io.holdfast.server.admin;

import io.holdfast.log.GroupControl;
import io.holdfast.server.audit.Audit;
import io.holdfast.server.audit.AuditFilter;
import io.holdfast.server.auth.Role;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import io.holdfast.server.text.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /v1/admin/audit}: what this member wrote to its audit log last. An admin sees the
 * records of its tenant, an operator also those without a tenant.
 */
public final class AuditRoute {

    private static final int LIMIT_DEFAULT = 100;
    private static final int LIMIT_MAX = 200;
    private static final String ID = "{\"id\":";

    private final GroupControl control;
    private final Audit audit;

    private AuditRoute(GroupControl control, Audit audit) {
        this.control = control;
        this.audit = audit;
    }

    public static Route of(Dialect dialect, GroupControl control, Audit audit) {
        AuditRoute self = new AuditRoute(control, audit);
        return Route.of("GET", "/v1/admin/audit", dialect, "listAudit", self::list)
                .needs(Role.ADMIN);
    }

    private void list(Exchange exchange) {
        long limit = number(exchange.query("limit"), LIMIT_DEFAULT);
        if (limit < 1 || limit > LIMIT_MAX) {
            exchange.refuse(Problem.BAD_REQUEST, "limit must be a number from 1 to " + LIMIT_MAX);
            return;
        }
        long after = number(exchange.query("after"), Long.MAX_VALUE);
        if (after < 1) {
            exchange.refuse(
                    Problem.BAD_REQUEST, "after must be the value of \"next\" of the page before");
            return;
        }
        String prefix = exchange.query("prefix");
        AuditFilter filter = new AuditFilter(
                exchange.actor().tenant(),
                exchange.principal().roles().contains(Role.OPERATOR),
                exchange.query("principal"),
                exchange.query("verb"),
                prefix == null ? "" : prefix);
        // One more than asked for tells whether there is a next page.
        reply(exchange, audit.recent(after, filter, (int) limit + 1), (int) limit);
    }

    private void reply(Exchange exchange, List<String> rows, int limit) {
        List<String> page = rows.subList(0, Math.min(limit, rows.size()));
        StringBuilder json = new StringBuilder("{\"member\":\"");
        JsonText.escape(json, control.status().node());
        json.append("\",\"records\":[").append(String.join(",", page)).append(']');
        if (rows.size() > limit) {
            json.append(",\"next\":\"").append(id(page.getLast())).append('"');
        }
        byte[] body = json.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
        exchange.header("Cache-Control", "no-store").reply(200, body);
    }

    /** Returns the number with which a record begins. */
    private static String id(String record) {
        return record.substring(ID.length(), record.indexOf(','));
    }

    /** Returns -1 if the text is not a number. */
    private static long number(@Nullable String text, long missing) {
        try {
            return text == null ? missing : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
