package io.holdfast.server.nodes;

import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.outcome.NodeRefusal;
import io.holdfast.core.outcome.NodeVerdict;
import io.holdfast.core.outcome.NodesOutcome;
import io.holdfast.core.outcome.Outcome.NodeChanged;
import io.holdfast.core.outcome.Outcome.NodeRefused;
import io.holdfast.core.query.Query;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.log.Clock;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handles the routes of one node: reads, edges and fields. */
final class NodeHandlers {

    private final Calls calls;
    private final Clock clock;

    NodeHandlers(Calls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
    }

    void find(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        calls.read(exchange, new Query.FindNode(Calls.tenant(exchange), id), found -> {
            if (found == null) {
                NodeErrors.noNode(exchange, id);
            } else {
                exchange.reply(200, JsonValues.bytes(NodeView.of(found)));
            }
        });
    }

    void addEdge(Exchange exchange, NodeAuthor who) throws BadNode {
        Map<String, @Nullable Object> body = Json.object(exchange.body());
        NodeEdge edge = edge(body);
        Ends ends = ends(Calls.id(exchange), edge);
        NodesCommand<NodesOutcome.Change> command =
                new NodesCommand.Join(Calls.tenant(exchange), who, ends.id(), ends.edge());
        guarded(
                exchange,
                who,
                ends,
                AgentOwnership.with(ends.edge()),
                () -> change(exchange, who, command, ends.id()));
    }

    private void guarded(
            Exchange exchange,
            NodeAuthor who,
            Ends ends,
            AgentOwnership.Change change,
            Runnable then) {
        if (!AgentOwnership.concerns(ends.edge().type())) {
            then.run();
            return;
        }
        calls.guardOwner(exchange, who, ends.id(), change, fault -> {
            if (fault == null) {
                then.run();
            } else {
                exchange.denied(fault.message());
                NodeErrors.refuse(exchange, fault);
            }
        });
    }

    void removeEdge(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        Ends ends = ends(id, edge(Json.object(exchange.body())));
        NodesCommand<NodesOutcome.Change> command = new NodesCommand.Part(
                Calls.tenant(exchange),
                who,
                ends.id(),
                ends.edge().type(),
                ends.edge().to());
        guarded(
                exchange,
                who,
                ends,
                AgentOwnership.without(ends.edge().type(), ends.edge().to()),
                () -> remove(exchange, who, id, ends, command));
    }

    private void remove(
            Exchange exchange,
            NodeAuthor who,
            String id,
            Ends ends,
            NodesCommand<NodesOutcome.Change> command) {
        calls.propose(exchange, who, command, outcome -> {
            boolean nowhere = outcome instanceof NodeRefused refused
                    && refused.reason() == NodeRefusal.NO_NODE;
            if (nowhere && !ends.id().equals(id)) {
                // An edge of a missing node is absent like any other.
                skipped(exchange, id);
            } else {
                changed(exchange, outcome, ends.id());
            }
        });
    }

    private void skipped(Exchange exchange, String id) {
        calls.read(exchange, new Query.FindNode(Calls.tenant(exchange), id), found -> {
            if (found == null) {
                NodeErrors.noNode(exchange, id);
                return;
            }
            String revision = NodeDocument.revision(found.node());
            exchange.reply(
                    200, JsonValues.bytes(NodeJson.change("skipped", id, revision, List.of())));
        });
    }

    /** The node that stores the edge, and the edge with its canonical type. */
    private record Ends(String id, NodeEdge edge) {}

    private static Ends ends(String id, NodeEdge edge) throws BadNode {
        String inverse = EdgeTypes.inverse(edge.type());
        if (inverse != null) {
            return new Ends(edge.to(), new NodeEdge(inverse, id, edge.attrs()));
        }
        String kept = EdgeTypes.kept(edge.type());
        if (kept == null) {
            throw BadNode.invalid("there are no edges of this type");
        }
        return new Ends(id, new NodeEdge(kept, edge.to(), edge.attrs()));
    }

    private static NodeEdge edge(Map<String, @Nullable Object> body) throws BadNode {
        Object attrs = body.get("attrs");
        if (attrs != null && !(attrs instanceof Map<?, ?>)) {
            throw BadNode.invalid("attrs must be an object");
        }
        NodeEdge edge = new NodeEdge(
                Calls.text(body, "type"),
                Calls.text(body, "to"),
                attrs instanceof Map<?, ?> map ? NodeDraft.attrs(map) : "");
        String fault = NodeDraft.fault(edge);
        if (fault != null) {
            throw BadNode.invalid("the edge is not valid", fault);
        }
        return edge;
    }

    void status(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        String status = Calls.text(Json.object(exchange.body()), "status");
        if (!status.isEmpty() && !status.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,63}")) {
            throw BadNode.invalid("a status is a word of letters, digits, _ and -");
        }
        NodesCommand<NodesOutcome.Change> command = new NodesCommand.Mark(
                Calls.tenant(exchange), who, id, NodeField.STATUS, status, List.of());
        calls.propose(exchange, who, command, outcome -> {
            NodeErrors.Fault fault = Calls.fault(outcome, id, "set the status of");
            if (fault != null) {
                NodeErrors.refuse(exchange, fault);
            } else if (outcome instanceof NodeChanged changed && changed.node() != null) {
                Map<String, @Nullable Object> reply = NodeJson.change(
                        "updated", id, NodeDocument.revision(changed.node()), List.of());
                lease(changed, reply);
                exchange.reply(200, JsonValues.bytes(reply));
            }
        });
    }

    /** Adds the lease that the status acquired, or its holder, if the status claims the node. */
    private static void lease(NodeChanged changed, Map<String, @Nullable Object> reply) {
        NodeLease lease = changed.lease();
        if (lease == null) {
            return;
        }
        if (changed.verdict() != NodeVerdict.UPDATED) {
            reply.put("lease", NodeJson.lease(lease));
            return;
        }
        Map<String, @Nullable Object> held = new LinkedHashMap<>();
        held.put("error", "already_claimed");
        held.put("holder", lease.by());
        reply.put("lease", held);
    }

    void priority(Exchange exchange, NodeAuthor who) throws BadNode {
        Object given = Json.object(exchange.body()).get("priority");
        String priority = given instanceof String word ? NodeDraft.priority(word) : null;
        if (priority == null) {
            throw BadNode.invalid("priority must be p1, p2, p3, none or clear");
        }
        mark(exchange, who, NodeField.PRIORITY, "priority", priority);
    }

    void readiness(Exchange exchange, NodeAuthor who) throws BadNode {
        Object given = Json.object(exchange.body()).get("readiness");
        String readiness = given instanceof String word ? NodeDraft.readiness(word) : null;
        if (readiness == null) {
            throw BadNode.invalid("readiness must be agent, human or clear");
        }
        mark(exchange, who, NodeField.READINESS, "readiness", readiness);
    }

    private void mark(Exchange exchange, NodeAuthor who, NodeField field, String key, String value)
            throws BadNode {
        String id = Calls.id(exchange);
        List<NodeLine> stamps = List.of(
                new NodeLine(key + "_by", who.person()),
                new NodeLine(key + "_at", NodeTimes.of(clock.wallMillis())),
                new NodeLine(key + "_via", NodeView.via(who.agent())));
        NodesCommand<NodesOutcome.Change> command =
                new NodesCommand.Mark(Calls.tenant(exchange), who, id, field, value, stamps);
        change(exchange, who, command, id);
    }

    private void change(
            Exchange exchange,
            NodeAuthor who,
            NodesCommand<NodesOutcome.Change> command,
            String id) {
        calls.propose(exchange, who, command, outcome -> changed(exchange, outcome, id));
    }

    private static void changed(Exchange exchange, NodesOutcome.Change outcome, String id) {
        NodeErrors.Fault fault = Calls.fault(outcome, id, "change");
        if (fault != null) {
            NodeErrors.refuse(exchange, fault);
        } else if (outcome instanceof NodeChanged changed) {
            NodeVersion view = changed.node();
            String revision = view == null ? "" : NodeDocument.revision(view);
            String status = LeaseHandlers.status(changed.verdict());
            exchange.reply(200, JsonValues.bytes(NodeJson.change(status, id, revision, List.of())));
        }
    }

    /** Rejects an unsupported action with 501, so that the client does not mistake it for 404. */
    void unimplemented(Exchange exchange, NodeAuthor who) throws BadNode {
        String id = Calls.id(exchange);
        calls.read(exchange, new Query.FindNode(Calls.tenant(exchange), id), found -> {
            if (found == null) {
                NodeErrors.noNode(exchange, id);
            } else {
                NodeErrors.refuse(
                        exchange,
                        new NodeErrors.Fault(
                                501, "unimplemented", "this server does not do this with nodes"));
            }
        });
    }
}
