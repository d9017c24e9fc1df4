package io.holdfast.server.nodes;

import io.holdfast.core.query.NodeQueue.Item;
import io.holdfast.core.value.NodeLease;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes queue items as JSON. */
final class QueueItems {

    private static final long DAY_MILLIS = 86_400_000L;

    private QueueItems() {}

    static Map<String, @Nullable Object> item(Item item, long nowMillis) {
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
        NodeLease lease = item.lease();
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
        NodeLease lease = item.lease();
        if (lease != null) {
            String state = lease.reserved() ? "reserved" : "in progress";
            String whose = lease.reserved() ? " (yours)" : " (your claim)";
            reasons.add(state + (item.mine() ? whose : " by " + lease.byName()));
        }
        return String.join("; ", reasons);
    }
}
