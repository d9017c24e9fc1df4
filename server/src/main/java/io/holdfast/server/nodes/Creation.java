package io.holdfast.server.nodes;

import io.holdfast.core.command.WorkAuthor;
import io.holdfast.core.command.WorkCommand;
import io.holdfast.core.command.WorkEdge;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.outcome.Outcome.WorkRefused;
import io.holdfast.core.outcome.Outcome.Worked;
import io.holdfast.core.outcome.WorkRefusal;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.WorkView;
import io.holdfast.server.edge.JsonValues;
import io.holdfast.server.http.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the nodes of one request, one after the other; what was written stays written. */
final class Creation {

    private static final Set<String> MANNERS = Set.of("skip", "error", "update");

    private final Calls calls;
    private final Exchange exchange;
    private final WorkAuthor who;
    private final List<Entry> entries;
    private final List<Map<String, @Nullable Object>> results = new ArrayList<>();
    private boolean failed;

    /**
     * One node of the request.
     *
     * @param ifExists what to do where there is such a node
     */
    private record Entry(
            Object node, String ifExists, @Nullable String revision) {}

    private Creation(Calls calls, Exchange exchange, WorkAuthor who, List<Entry> entries) {
        this.calls = calls;
        this.exchange = exchange;
        this.who = who;
        this.entries = entries;
    }

    /** Reads the request and begins. */
    static void begin(Calls calls, Exchange exchange, WorkAuthor who) throws BadNode {
        new Creation(calls, exchange, who, entries(exchange.body())).next();
    }

    private static List<Entry> entries(byte[] body) throws BadNode {
        if (body.length > 3 && body[0] == '-' && body[1] == '-' && body[2] == '-') {
            return List.of(new Entry(new String(body, StandardCharsets.UTF_8), "error", null));
        }
        Map<String, @Nullable Object> request = Json.object(body);
        String manner = manner(request, "error");
        Object nodes = request.get("nodes");
        if (nodes == null && request.containsKey("id")) {
            return List.of(new Entry(request, "error", null));
        }
        if (!(nodes instanceof List<?> list) || list.isEmpty()) {
            throw BadNode.invalid("nodes must be a list of at least one node");
        }
        List<Entry> entries = new ArrayList<>();
        for (Object item : list) {
            entries.add(entry(item, manner));
        }
        return entries;
    }

    private static Entry entry(@Nullable Object item, String manner) throws BadNode {
        if (item instanceof String text) {
            return new Entry(text, manner, null);
        }
        if (!(item instanceof Map<?, ?> map)) {
            throw BadNode.invalid("a node must be a text or an object");
        }
        Object node = map.get("node");
        if (node == null) {
            return new Entry(map, manner, null);
        }
        if (!(node instanceof String) && !(node instanceof Map<?, ?>)) {
            throw BadNode.invalid("a node must be a text or an object");
        }
        String revision = map.get("revision") instanceof String text ? text : null;
        return new Entry(node, manner(map, manner), revision);
    }

    private static String manner(Map<?, ?> map, String otherwise) throws BadNode {
        Object manner = map.get("if_exists");
        if (manner == null) {
            return otherwise;
        }
        if (!(manner instanceof String word) || !MANNERS.contains(word)) {
            throw BadNode.invalid("if_exists must be skip, error or update");
        }
        return word;
    }

    private void next() {
        if (results.size() == entries.size()) {
            Map<String, @Nullable Object> reply = new LinkedHashMap<>();
            reply.put("results", results);
            exchange.reply(failed ? 207 : 200, JsonValues.bytes(reply));
            return;
        }
        Entry entry = entries.get(results.size());
        try {
            NodeDraft draft = NodeDraft.read(markdown(entry.node()));
            if (entry.ifExists().equals("update")) {
                update(draft, entry);
            } else {
                write(draft, 0, entry);
            }
        } catch (BadNode bad) {
            fail(id(entry.node()), NodeErrors.fault(bad), null);
        }
    }

    @SuppressWarnings("unchecked") // The reader of JSON makes no other maps.
    private static String markdown(Object node) throws BadNode {
        return node instanceof Map<?, ?> map
                ? NodeDraft.markdown((Map<String, ?>) map)
                : String.valueOf(node);
    }

    private static String id(Object node) {
        return node instanceof Map<?, ?> map
                ? String.valueOf(map.get("id"))
                : NodeDraft.idOf(String.valueOf(node));
    }

    private void update(NodeDraft draft, Entry entry) {
        find(draft.id(), view -> {
            if (view == null) {
                NodeErrors.Fault fault = new NodeErrors.Fault(
                        404, NodeErrors.NOT_FOUND, "no such node: " + draft.id());
                fail(draft.id(), fault, null);
                return;
            }
            String current = NodeText.revision(view);
            if (!current.equals(entry.revision())) {
                String message = entry.revision() == null
                        ? "an update needs the revision that it replaces"
                        : "'" + draft.id() + "' has changed since that revision";
                fail(draft.id(), new NodeErrors.Fault(409, NodeErrors.CONFLICT, message), current);
            } else {
                write(draft, view.version(), entry);
            }
        });
    }

    private void write(NodeDraft draft, long onlyVersion, Entry entry) {
        WorkCommand command = new WorkCommand.Write(
                Calls.tenant(exchange), who, draft.id(), draft.text(), onlyVersion);
        calls.propose(
                exchange, who, command, outcome -> written(draft, onlyVersion, entry, outcome));
    }

    private void written(NodeDraft draft, long onlyVersion, Entry entry, Outcome outcome) {
        String id = draft.id();
        if (outcome instanceof WorkRefused refused) {
            if (refused.reason() == WorkRefusal.STALE) {
                // Somebody was faster: whether the revision is still the same is looked up anew.
                update(draft, entry);
                return;
            }
            if (refused.reason() == WorkRefusal.EXISTS) {
                exists(draft, entry);
                return;
            }
        }
        NodeErrors.Fault fault = Calls.fault(outcome, id, "write");
        if (fault != null) {
            fail(id, fault, null);
        } else if (outcome instanceof Worked worked && worked.node() != null) {
            List<String> warnings = new ArrayList<>(draft.warnings());
            if (onlyVersion > 0 && worked.edge()) {
                warnings.add("the assigned edge of the live lease was kept");
            }
            joinInverses(draft, 0, warnings, () -> finish(draft, worked, warnings));
        }
    }

    private void exists(NodeDraft draft, Entry entry) {
        find(draft.id(), view -> {
            String revision = view == null ? "" : NodeText.revision(view);
            if (entry.ifExists().equals("skip")) {
                done("skipped", draft.id(), revision, draft.warnings());
            } else {
                NodeErrors.Fault fault = new NodeErrors.Fault(
                        409, NodeErrors.CONFLICT, "'" + draft.id() + "' exists already");
                fail(draft.id(), fault, revision);
            }
        });
    }

    /** Edges that belong to other nodes are written there, where those nodes are. */
    private void joinInverses(NodeDraft draft, int from, List<String> warnings, Runnable then) {
        if (from == draft.inverses().size()) {
            then.run();
            return;
        }
        NodeDraft.Inverse inverse = draft.inverses().get(from);
        WorkCommand command =
                new WorkCommand.Join(Calls.tenant(exchange), who, inverse.from(), inverse.edge());
        calls.propose(exchange, who, command, outcome -> {
            if (Calls.fault(outcome, inverse.from(), "join") != null) {
                warnings.add("no such node, so that it got no edge: " + inverse.from());
            }
            joinInverses(draft, from + 1, warnings, then);
        });
    }

    private void finish(NodeDraft draft, Worked worked, List<String> warnings) {
        List<String> ends =
                draft.text().edges().stream().map(WorkEdge::to).distinct().toList();
        Query.FindMissing query = new Query.FindMissing(Calls.tenant(exchange), ends);
        WorkView view = worked.node();
        String revision = view == null ? "" : NodeText.revision(view);
        String status = LeaseHandlers.status(worked.verdict());
        calls.read(exchange, query, missing -> {
            missing.forEach(id -> warnings.add("an edge leads to no node yet: " + id));
            done(status, draft.id(), revision, warnings);
        });
    }

    private interface Found {
        void take(@Nullable WorkView view);
    }

    private void find(String id, Found then) {
        Query.FindWorkNode query = new Query.FindWorkNode(Calls.tenant(exchange), id);
        calls.read(exchange, query, found -> then.take(found == null ? null : found.node()));
    }

    private void done(String status, String id, String revision, List<String> warnings) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("ok", true);
        result.putAll(NodeJson.change(status, id, revision, warnings));
        results.add(result);
        next();
    }

    private void fail(String id, NodeErrors.Fault fault, @Nullable String revision) {
        failed = true;
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("ok", false);
        result.put("status", "error");
        result.put("id", id);
        result.put("code", fault.code());
        result.put("message", fault.message());
        result.put("details", fault.details());
        if (revision != null) {
            result.put("revision", revision);
        }
        results.add(result);
        // Not from here: a long list of bad nodes would be a deep pile of calls.
        exchange.loop().execute(this::next);
    }
}
