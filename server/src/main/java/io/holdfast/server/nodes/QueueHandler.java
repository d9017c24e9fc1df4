package io.holdfast.server.nodes;

import io.holdfast.core.command.WorkAuthor;
import io.holdfast.core.command.WorkType;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.WorkLease;
import io.holdfast.core.query.WorkQueue;
import io.holdfast.core.query.WorkQueue.Item;
import io.holdfast.log.Clock;
import io.holdfast.server.edge.JsonValues;
import io.holdfast.server.http.Exchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The queue: what there is to do, for whom, and what others are doing. */
final class QueueHandler {

    private static final int LIMIT = 20;
    private static final int LIMIT_MAX = 100;
    private static final long DAY_MILLIS = 86_400_000L;

    private final Calls calls;
    private final Clock clock;

    QueueHandler(Calls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
    }

    void read(Exchange exchange, WorkAuthor who) throws BadNode {
        String named = given(exchange, "assignee");
        String assignee = "me".equals(named) ? who.person() : named;
        int limit = number(exchange, "limit", assignee == null ? LIMIT : LIMIT_MAX);
        List<WorkType> types = new ArrayList<>();
        // A type that nobody knows fits nothing, which is not the same as having asked for none.
        boolean nothing = !types(exchange, "type", types) && types.isEmpty();
        List<WorkType> excluded = new ArrayList<>();
        types(exchange, "exclude_type", excluded);
        Query.ReadQueue query = new Query.ReadQueue(
                Calls.tenant(exchange),
                who.person(),
                assignee,
                given(exchange, "project"),
                types,
                nothing ? List.of(WorkType.values()) : excluded,
                given(exchange, "readiness"),
                number(exchange, "offset", 0),
                Math.max(1, Math.min(limit, LIMIT_MAX)));
        calls.read(
                exchange,
                query,
                queue -> exchange.reply(200, JsonValues.bytes(envelope(query, queue))));
    }

    private static @Nullable String given(Exchange exchange, String name) {
        String value = exchange.query(name);
        return value == null || value.isEmpty() ? null : value;
    }

    private static int number(Exchange exchange, String name, int otherwise) throws BadNode {
        String text = given(exchange, name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("\\d{1,100}")) {
            throw BadNode.invalid(name + " must be a whole number that is not negative");
        }
        // What is too large is as good as the largest.
        return text.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(text);
    }

    /** Types with commas between them, or one parameter for each; false if some are unknown. */
    private static boolean types(Exchange exchange, String name, List<WorkType> into) {
        boolean known = true;
        for (String pair : exchange.rawQuery().split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                String value = URLDecoder.decode(
                        pair.substring(name.length() + 1), StandardCharsets.UTF_8);
                for (String word : value.split(",", -1)) {
                    WorkType type = WorkType.of(word.strip());
                    known &= type != null || word.isBlank();
                    if (type != null) {
                        into.add(type);
                    }
                }
            }
        }
        return known;
    }

    private Map<String, @Nullable Object> envelope(Query.ReadQueue query, WorkQueue queue) {
        long nowMillis = clock.wallMillis();
        int end = query.offset() + queue.items().size();
        boolean more = end < queue.total() && !queue.items().isEmpty();
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put(
                "items",
                queue.items().stream().map(item -> item(item, nowMillis)).toList());
        body.put("count", queue.total());
        body.put("offset", query.offset());
        body.put("returned_count", queue.items().size());
        body.put("total_count", queue.total());
        body.put("truncated", more);
        body.put("next_offset", more ? end : null);
        body.put("counts_by_type", queue.byType());
        body.put("counts_by_project", queue.byProject());
        body.put("counts_by_suggest", queue.bySuggest());
        body.put("counts_by_readiness", queue.byReadiness());
        body.put("questions", queue.byType().getOrDefault("question", 0));
        body.put("asked", 0);
        body.put("findings", queue.byType().getOrDefault("finding", 0));
        body.put("pending", queue.byType().getOrDefault("capture-pending", 0));
        body.put("reviews", 0);
        positive(body, "dormant", queue.dormant());
        positive(body, "leased", queue.leased());
        positive(body, "reserved", queue.reserved());
        positive(body, "blocked", queue.blocked());
        body.put("generated_at", Instants.of(nowMillis));
        return body;
    }

    private static void positive(Map<String, @Nullable Object> body, String key, int count) {
        if (count > 0) {
            body.put(key, count);
        }
    }

    private static Map<String, @Nullable Object> item(Item item, long nowMillis) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("id", item.id());
        view.put("title", item.title());
        view.put("type", item.type().text());
        view.put("status", item.status());
        view.put("project", item.project());
        view.put("priority", item.priority().isEmpty() ? null : item.priority());
        view.put("score", (double) item.score());
        long ageDays = Math.max(0, nowMillis - item.createdMillis()) / DAY_MILLIS;
        Map<String, @Nullable Object> signals = new LinkedHashMap<>();
        signals.put("blocking", item.blocking());
        signals.put("blocked_by", item.blockers());
        signals.put("front", 0);
        signals.put("heat", 0);
        signals.put("staleness", 0);
        signals.put("age_days", ageDays);
        view.put("signals", signals);
        view.put("suggest", item.suggest());
        if (!item.readiness().isEmpty()) {
            view.put("readiness", item.readiness());
            view.put(
                    "readiness_reasons",
                    List.of(
                            item.assignee() == null
                                    ? "set to " + item.readiness()
                                    : "assigned to " + item.assignee()));
        }
        view.put("why", why(item, ageDays));
        if (!item.blockedBy().isEmpty()) {
            view.put("blocked_by", item.blockedBy());
        }
        WorkLease lease = item.lease();
        if (lease != null) {
            view.put("lease_state", lease.reserved() ? "reserved" : "in_progress");
            view.put("lease_by", lease.by());
            view.put("lease_by_name", lease.byName());
        }
        return view;
    }

    private static String why(Item item, long ageDays) {
        List<String> reasons = new ArrayList<>();
        if (!item.priority().isEmpty()) {
            reasons.add("priority " + item.priority());
        }
        if (item.blocking() > 0) {
            reasons.add("blocks " + item.blocking());
        }
        if (item.blockers() > 0) {
            reasons.add("blocked by " + item.blockers());
        }
        reasons.add(ageDays + " days old");
        WorkLease lease = item.lease();
        if (lease != null) {
            String state = lease.reserved() ? "reserved" : "in progress";
            String whose = lease.reserved() ? " (yours)" : " (your claim)";
            reasons.add(state + (item.mine() ? whose : " by " + lease.byName()));
        }
        return String.join("; ", reasons);
    }
}
