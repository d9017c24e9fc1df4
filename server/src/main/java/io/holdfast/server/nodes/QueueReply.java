package io.holdfast.server.nodes;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.query.NodeQueue;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.QueuePlace;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.log.Clock;
import io.holdfast.server.edge.JsonSteps.Part;
import io.holdfast.server.edge.JsonSteps.Step;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reply to one read of the queue. A small queue is one part and a consistent snapshot. The
 * parts of a large one are added up. Only the counts by project are written as they arrive, because
 * there may be as many projects as nodes.
 *
 * <p>Threading: the request's event loop.
 */
final class QueueReply {

    private final Calls calls;
    private final Exchange exchange;
    private final Query.ReadQueue query;
    private final ReadPoint begun;
    private final long nowMillis;
    private final Map<String, NodeQueue.Item> items = new LinkedHashMap<>();
    private final Map<String, Integer> byType = new TreeMap<>();
    private final TreeMap<String, Integer> byProject = new TreeMap<>();
    private final Map<String, Integer> bySuggest = new TreeMap<>();
    private final Map<String, Integer> byReadiness = new TreeMap<>();
    private int total;
    private int leased;
    private int reserved;
    private int blocked;
    private int dormant;

    QueueReply(
            Calls calls, Exchange exchange, Query.ReadQueue query, Clock clock, ReadPoint begun) {
        this.calls = calls;
        this.exchange = exchange;
        this.query = query;
        this.nowMillis = clock.wallMillis();
        this.begun = begun;
    }

    void add(NodeQueue part) {
        // A node that moved between two parts may occur twice, and is shown once.
        part.items().forEach(item -> items.putIfAbsent(item.id(), item));
        total += part.total();
        leased += part.leased();
        reserved += part.reserved();
        blocked += part.blocked();
        dormant += part.dormant();
        add(byType, part.byType());
        add(byProject, part.byProject());
        add(bySuggest, part.bySuggest());
        add(byReadiness, part.byReadiness());
        QueuePlace next = part.next();
        if (!next.isEnd() && next.project() == null) {
            calls.readOn(exchange, query.at(next), begun, this::add);
            return;
        }
        List<Part> parts = new ArrayList<>();
        parts.add(JsonGenerator::writeStartObject);
        parts.add(json -> fields(json, before()));
        parts.add(json -> json.writeObjectFieldStart("counts_by_project"));
        calls.reply(exchange, begun, parts, projects(next, parts::add));
    }

    private static void add(Map<String, Integer> sum, Map<String, Integer> part) {
        part.forEach((name, count) -> sum.merge(name, count, Integer::sum));
    }

    /** Writes the projects whose counts are complete, then reads the next ones. */
    private @Nullable Step<?> projects(QueuePlace next, Consumer<Part> parts) {
        Map<String, Integer> known = next.isEnd() || next.project() == null
                ? byProject
                : byProject.headMap(next.project(), true);
        known.forEach(
                (project, count) -> parts.accept(json -> json.writeNumberField(project, count)));
        known.clear();
        if (!next.isEnd()) {
            return new Step<>(query.at(next), (part, more) -> {
                add(byProject, part.byProject());
                return projects(part.next(), more);
            });
        }
        parts.accept(json -> {
            json.writeEndObject();
            fields(json, after());
            json.writeEndObject();
            json.writeRaw('\n');
        });
        return null;
    }

    private static void fields(JsonGenerator json, Map<String, @Nullable Object> fields)
            throws IOException {
        for (Map.Entry<String, @Nullable Object> field : fields.entrySet()) {
            json.writeFieldName(field.getKey());
            JsonValues.write(json, field.getValue());
        }
    }

    private Map<String, @Nullable Object> before() {
        int end = query.offset() + items.size();
        boolean more = end < total && !items.isEmpty();
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put(
                "items",
                items.values().stream()
                        .map(item -> QueueItems.item(item, nowMillis))
                        .toList());
        body.put("count", total);
        body.put("offset", query.offset());
        body.put("returned_count", items.size());
        body.put("total_count", total);
        body.put("truncated", more);
        body.put("next_offset", more ? end : null);
        body.put("counts_by_type", byType);
        return body;
    }

    private Map<String, @Nullable Object> after() {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("counts_by_suggest", bySuggest);
        body.put("counts_by_readiness", byReadiness);
        body.put("questions", byType.getOrDefault("question", 0));
        body.put("asked", 0);
        body.put("findings", byType.getOrDefault("finding", 0));
        body.put("pending", byType.getOrDefault("capture-pending", 0));
        body.put("reviews", 0);
        positive(body, "dormant", dormant);
        positive(body, "leased", leased);
        positive(body, "reserved", reserved);
        positive(body, "blocked", blocked);
        body.put("generated_at", NodeTimes.of(nowMillis));
        return body;
    }

    private static void positive(Map<String, @Nullable Object> body, String key, int count) {
        if (count > 0) {
            body.put(key, count);
        }
    }
}
