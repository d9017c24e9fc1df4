package io.holdfast.server.nodes;

import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.outcome.NodeRefusal;
import io.holdfast.core.outcome.NodesOutcome;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.query.NodeAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the nodes of one request in order; a failure does not undo earlier writes. New nodes are
 * proposed in runs, without waiting for each outcome. They are applied in the order in which they
 * were proposed, so each still sees those before it.
 */
final class Creation {

    /** Maximum nodes proposed at a time. They share few log entries. */
    private static final int RUN_MAX = 256;

    private final Calls calls;
    private final Exchange exchange;
    private final NodeAuthor who;
    private final List<WriteEntry> entries;
    private final List<Map<String, @Nullable Object>> results = new ArrayList<>();
    private boolean failed;

    private Creation(Calls calls, Exchange exchange, NodeAuthor who, List<WriteEntry> entries) {
        this.calls = calls;
        this.exchange = exchange;
        this.who = who;
        this.entries = entries;
    }

    /** Reads the request and starts. */
    static void begin(Calls calls, Exchange exchange, NodeAuthor who) throws BadNode {
        new Creation(calls, exchange, who, WriteEntry.all(exchange.body())).next();
    }

    /** A node in progress: its draft or its error, and its outcome. */
    private static final class Step {
        final WriteEntry entry;
        final @Nullable NodeDraft draft;
        final @Nullable BadNode bad;

        NodesOutcome.@Nullable Change outcome;

        private Step(WriteEntry entry, @Nullable NodeDraft draft, @Nullable BadNode bad) {
            this.entry = entry;
            this.draft = draft;
            this.bad = bad;
        }

        static Step of(WriteEntry entry) {
            try {
                return new Step(entry, entry.draft(), null);
            } catch (BadNode bad) {
                return new Step(entry, null, bad);
            }
        }

        /** Returns whether the node takes several commands, so that the next must wait for it. */
        boolean alone() {
            return draft != null && (entry.updates() || !draft.inverses().isEmpty());
        }
    }

    private void next() {
        if (results.size() == entries.size()) {
            Map<String, @Nullable Object> reply = new LinkedHashMap<>();
            reply.put("results", results);
            exchange.reply(failed ? 207 : 200, JsonValues.bytes(reply));
            return;
        }
        List<Step> run = new ArrayList<>();
        int from = results.size();
        int to = Math.min(entries.size(), from + RUN_MAX);
        for (int at = from; at < to; at++) {
            Step step = Step.of(entries.get(at));
            if (step.alone()) {
                if (at == from && step.draft != null) {
                    alone(step.draft, step.entry);
                    return;
                }
                break;
            }
            run.add(step);
        }
        // Avoids a deep recursion over a long list.
        exchange.loop().execute(() -> create(run));
    }

    /** Proposes all nodes of a run in order. */
    private void create(List<Step> run) {
        int[] left = {0};
        for (Step step : run) {
            left[0] += step.draft == null ? 0 : 1;
        }
        if (left[0] == 0) {
            settle(run);
            return;
        }
        for (Step step : run) {
            if (step.draft != null) {
                calls.propose(exchange, who, command(step.draft, 0), outcome -> {
                    step.outcome = outcome;
                    if (--left[0] == 0) {
                        settle(run);
                    }
                });
            }
        }
    }

    /** Reports a run's results as if each node had been proposed after the previous was written. */
    private void settle(List<Step> run) {
        List<String> ends = new ArrayList<>();
        Map<String, Integer> created = new LinkedHashMap<>();
        for (int i = 0; i < run.size(); i++) {
            Step step = run.get(i);
            if (step.draft != null && step.outcome instanceof NodeChanged) {
                created.put(step.draft.id(), i);
                step.draft.text().edges().forEach(edge -> ends.add(edge.to()));
            }
        }
        if (ends.isEmpty()) {
            results(run, 0, created, List.of());
            return;
        }
        missing(ends, new ArrayList<>(), missing -> results(run, 0, created, missing));
    }

    private void results(
            List<Step> run, int from, Map<String, Integer> created, List<String> missing) {
        for (int i = from; i < run.size(); i++) {
            Step step = run.get(i);
            NodeDraft draft = step.draft;
            NodesOutcome.Change outcome = step.outcome;
            if (step.bad != null) {
                fail(step.entry.id(), NodeErrors.fault(step.bad), null);
            } else if (draft == null || outcome == null) {
                throw new IllegalStateException("node of a run has no outcome");
            } else if (isRefused(outcome, NodeRefusal.EXISTS)) {
                int after = i + 1;
                exists(draft, step.entry, () -> results(run, after, created, missing));
                return;
            } else {
                int at = i;
                written(draft, outcome, draft.warnings(), id -> {
                    Integer later = created.get(id);
                    return later == null ? missing.contains(id) : later > at;
                });
            }
        }
        next();
    }

    private interface Absence {
        boolean is(String id);
    }

    private void written(
            NodeDraft draft, NodesOutcome.Change outcome, List<String> warnings, Absence absence) {
        NodeErrors.Fault fault = Calls.fault(outcome, draft.id(), "write");
        if (fault != null) {
            fail(draft.id(), fault, null);
        } else if (outcome instanceof NodeChanged changed && changed.node() != null) {
            List<String> all = new ArrayList<>(warnings);
            draft.text().edges().stream()
                    .map(NodeEdge::to)
                    .distinct()
                    .filter(absence::is)
                    .forEach(id -> all.add("an edge leads to no node yet: " + id));
            String status = LeaseHandlers.status(changed.verdict());
            done(status, draft.id(), NodeDocument.revision(changed.node()), all);
        }
    }

    private static boolean isRefused(NodesOutcome.Change outcome, NodeRefusal reason) {
        return outcome instanceof NodeRefused refused && refused.reason() == reason;
    }

    private NodesCommand.Write command(NodeDraft draft, long onlyVersion) {
        return new NodesCommand.Write(
                Calls.tenant(exchange), who, draft.id(), draft.text(), onlyVersion);
    }

    private void exists(NodeDraft draft, WriteEntry entry, Runnable then) {
        find(draft.id(), found -> {
            NodeVersion view = found == null ? null : found.node();
            String revision = view == null ? "" : NodeDocument.revision(view);
            if (entry.skips()) {
                done("skipped", draft.id(), revision, draft.warnings());
            } else {
                String message = "'" + draft.id() + "' exists already";
                fail(draft.id(), new NodeErrors.Fault(409, NodeErrors.CONFLICT, message), revision);
            }
            then.run();
        });
    }

    /** Writes one node that the following ones wait for. */
    private void alone(NodeDraft draft, WriteEntry entry) {
        if (!entry.updates()) {
            write(draft, 0, entry);
            return;
        }
        find(draft.id(), found -> {
            NodeVersion view = found == null ? null : found.node();
            // The write requires this version, so the owners are the same when it is applied.
            NodeErrors.Fault fault = AgentOwnership.fault(
                    exchange, who, found, edges -> draft.text().edges());
            if (view == null) {
                String message = "no such node: " + draft.id();
                fail(draft.id(), new NodeErrors.Fault(404, NodeErrors.NOT_FOUND, message), null);
                next();
                return;
            }
            String current = NodeDocument.revision(view);
            if (!current.equals(entry.revision())) {
                String message = entry.revision() == null
                        ? "an update needs the revision that it replaces"
                        : "'" + draft.id() + "' has changed since that revision";
                fail(draft.id(), new NodeErrors.Fault(409, NodeErrors.CONFLICT, message), current);
                next();
            } else if (fault != null) {
                exchange.denied(fault.message());
                fail(draft.id(), fault, null);
                next();
            } else {
                write(draft, view.version(), entry);
            }
        });
    }

    private void write(NodeDraft draft, long onlyVersion, WriteEntry entry) {
        calls.propose(exchange, who, command(draft, onlyVersion), outcome -> {
            if (isRefused(outcome, NodeRefusal.STALE)) {
                // Another write came first: check again whether the revision is still the same.
                alone(draft, entry);
            } else if (isRefused(outcome, NodeRefusal.EXISTS)) {
                exists(draft, entry, this::next);
            } else {
                List<String> warnings = new ArrayList<>(draft.warnings());
                if (onlyVersion > 0 && outcome instanceof NodeChanged changed && changed.edge()) {
                    warnings.add("the assigned edge of the live lease was kept");
                }
                joinInverses(draft, outcome, 0, warnings);
            }
        });
    }

    /** Writes edges that belong to other nodes to those nodes, if they exist. */
    private void joinInverses(
            NodeDraft draft, NodesOutcome.Change outcome, int from, List<String> warnings) {
        if (from == draft.inverses().size() || !(outcome instanceof NodeChanged)) {
            finish(draft, outcome, warnings);
            return;
        }
        NodeDraft.Inverse inverse = draft.inverses().get(from);
        NodesCommand.Join command =
                new NodesCommand.Join(Calls.tenant(exchange), who, inverse.from(), inverse.edge());
        Consumer<NodeErrors.@Nullable Fault> then = fault -> {
            if (fault != null) {
                warnings.add(inverse.from() + " got no edge: " + fault.message());
            }
            joinInverses(draft, outcome, from + 1, warnings);
        };
        Runnable join = () -> calls.propose(
                exchange,
                who,
                command,
                joined -> then.accept(Calls.fault(joined, inverse.from(), "join")));
        if (!AgentOwnership.concerns(inverse.edge().type())) {
            join.run();
            return;
        }
        AgentOwnership.Change change = AgentOwnership.with(inverse.edge());
        calls.guardOwner(exchange, who, inverse.from(), change, fault -> {
            if (fault == null) {
                join.run();
            } else {
                then.accept(fault);
            }
        });
    }

    private void finish(NodeDraft draft, NodesOutcome.Change outcome, List<String> warnings) {
        List<String> ends = draft.text().edges().stream().map(NodeEdge::to).toList();
        missing(ends, new ArrayList<>(), missing -> {
            written(draft, outcome, warnings, missing::contains);
            next();
        });
    }

    /** Finds ids without a node, a limited number per read. */
    private void missing(List<String> ids, List<String> found, Consumer<List<String>> then) {
        int now = Math.min(ids.size(), Query.FindMissing.IDS_MAX);
        Query.FindMissing query =
                new Query.FindMissing(Calls.tenant(exchange), ids.subList(0, now));
        calls.read(exchange, query, missing -> {
            found.addAll(missing);
            if (now == ids.size()) {
                then.accept(found);
            } else {
                missing(ids.subList(now, ids.size()), found, then);
            }
        });
    }

    private interface Found {
        void take(@Nullable NodeAnswer found);
    }

    private void find(String id, Found then) {
        Query.FindNode query = new Query.FindNode(Calls.tenant(exchange), id);
        calls.read(exchange, query, then::take);
    }

    private void done(String status, String id, String revision, List<String> warnings) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        result.put("ok", true);
        result.putAll(NodeJson.change(status, id, revision, warnings));
        results.add(result);
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
    }
}
