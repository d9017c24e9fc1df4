package io.holdfast.server.nodes;

import io.holdfast.core.query.Query;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeType;
import io.holdfast.log.Clock;
import io.holdfast.server.http.Exchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles reads of the queue: open work, its assignees, and the work in progress. */
final class QueueHandler {

    private static final int LIMIT = 20;
    private static final int LIMIT_MAX = 100;

    private final Calls calls;
    private final Clock clock;

    QueueHandler(Calls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
    }

    void read(Exchange exchange, NodeAuthor who) throws BadNode {
        String named = given(exchange, "assignee");
        String assignee = "me".equals(named) ? who.person() : named;
        int limit = number(exchange, "limit", assignee == null ? LIMIT : LIMIT_MAX);
        List<NodeType> types = new ArrayList<>();
        // An unknown type matches nothing, unlike a missing parameter.
        boolean nothing = !types(exchange, "type", types) && types.isEmpty();
        List<NodeType> excluded = new ArrayList<>();
        types(exchange, "exclude_type", excluded);
        Query.ReadQueue query = new Query.ReadQueue(
                Calls.tenant(exchange),
                who.person(),
                assignee,
                given(exchange, "project"),
                types,
                nothing ? List.of(NodeType.values()) : excluded,
                given(exchange, "readiness"),
                number(exchange, "offset", 0),
                Math.max(1, Math.min(limit, LIMIT_MAX)));
        calls.readFirst(
                exchange,
                query,
                (part, point) -> new QueueReply(calls, exchange, query, clock, point).add(part));
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
        // Any number that does not fit has the same effect as the largest.
        return text.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(text);
    }

    /** Reads types, comma-separated or repeated. Returns false if some are unknown. */
    private static boolean types(Exchange exchange, String name, List<NodeType> into) {
        boolean known = true;
        for (String pair : exchange.rawQuery().split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                String value = URLDecoder.decode(
                        pair.substring(name.length() + 1), StandardCharsets.UTF_8);
                for (String word : value.split(",", -1)) {
                    NodeType type = NodeType.of(word.strip());
                    known &= type != null || word.isBlank();
                    if (type != null) {
                        into.add(type);
                    }
                }
            }
        }
        return known;
    }
}
