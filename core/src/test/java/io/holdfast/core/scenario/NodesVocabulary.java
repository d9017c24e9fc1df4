package io.holdfast.core.scenario;

import io.holdfast.core.Machine;
import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.outcome.Outcome;
import io.holdfast.core.query.NodeAnswer;
import io.holdfast.core.query.NodeQueue;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.ReadPoint;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeLease;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.TokenDigest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The verbs of nodes, which differ from those of locks: {@code take} is a claim, {@code beat} a
 * renewal, {@code stretch} an extension, {@code park} a reservation, {@code hand-back} a release.
 */
final class NodesVocabulary {

    private static final long WALL_MILLIS = 1_800_000_000_000L;

    private NodesVocabulary() {}

    static NodesCommand<?> command(Words words) {
        String tenant = words.text("tenant", "");
        String who = words.text("by", "ann");
        NodeAuthor by = new NodeAuthor(
                "person-" + who,
                who,
                words.text("agent"),
                words.text("agent") == null ? null : "r");
        String id = words.subject();
        String session = words.text("session");
        return switch (words.verb()) {
            case "compose" ->
                new NodesCommand.Write(tenant, by, id, text(words), words.number("version", 0));
            case "join" -> new NodesCommand.Join(tenant, by, id, edge(words));
            case "part" ->
                new NodesCommand.Part(tenant, by, id, words.need("edge"), words.need("to"));
            case "mark" -> mark(words, tenant, by);
            case "take" -> new NodesCommand.Claim(tenant, by, id, session, words.text("nonce"));
            case "beat" -> new NodesCommand.Renew(tenant, by, id, session);
            case "stretch" ->
                new NodesCommand.Extend(tenant, by, id, Words.nanos(words.need("ttl")), session);
            case "park" -> new NodesCommand.Reserve(tenant, by, id, session);
            case "hand-back" -> new NodesCommand.Release(tenant, by, id);
            case "mint" ->
                new NodesCommand.MintToken(
                        tenant, by, id, digest(words), session, Words.nanos(words.need("ttl")));
            default ->
                new NodesCommand.BindSession(tenant, by, digest(words), words.need("session"));
        };
    }

    private static NodesCommand<?> mark(Words words, String tenant, NodeAuthor by) {
        NodeField field = words.has("status")
                ? NodeField.STATUS
                : words.has("priority") ? NodeField.PRIORITY : NodeField.READINESS;
        String key = field.name().toLowerCase(Locale.ROOT);
        String value = words.need(key);
        List<NodeLine> stamps = field == NodeField.STATUS
                ? List.of()
                : List.of(new NodeLine(key + "_by", by.person()));
        return new NodesCommand.Mark(
                tenant, by, words.subject(), field, value.equals("none") ? "" : value, stamps);
    }

    private static TokenDigest digest(Words words) {
        return new TokenDigest(5, words.number("digest", 1));
    }

    private static NodeText text(Words words) {
        String type = words.text("type", words.subject().split("-", 2)[0]);
        List<NodeEdge> edges = new ArrayList<>();
        for (String edge : words.text("edges", "").split(",", 0)) {
            if (!edge.isEmpty()) {
                String[] ends = edge.split(">", 2);
                edges.add(new NodeEdge(ends[0], ends[1], ""));
            }
        }
        return new NodeText(
                new Blob(words.text("data", "text").getBytes(StandardCharsets.UTF_8)),
                Objects.requireNonNull(NodeType.of(type), type),
                "Title",
                words.text("status", ""),
                words.text("priority", ""),
                words.text("readiness", ""),
                words.text("project", ""),
                edges,
                wakeMillis(words.nanos("wake", 0)));
    }

    private static long wakeMillis(long afterNanos) {
        return afterNanos == 0 ? 0 : WALL_MILLIS + afterNanos / 1_000_000;
    }

    private static NodeEdge edge(Words words) {
        return new NodeEdge(words.need("edge"), words.need("to"), words.text("value", ""));
    }

    static NodesSettings settings(Words words, NodesSettings old) {
        return new NodesSettings(
                words.nanos("claim-ttl", old.claimTtlNanos()),
                words.nanos("claim-ttl-max", old.claimTtlMaxNanos()),
                words.nanos("reserve", old.graceNanos()),
                old.claimableTypes(),
                old.claimingStatuses(),
                words.number("nodes", old.nodesMax()),
                Math.min(old.textBytesMax(), words.number("texts", old.textBytesMax())),
                words.longNumber("texts", old.textBytesTotalMax()));
    }

    static String say(Outcome.NodeChanged o) {
        NodeLease lease = o.lease();
        return Sayings.lower(o.verdict())
                + (o.node() == null ? "" : " version " + o.node().version())
                + (lease == null ? "" : ", " + say(lease))
                + (o.edge() ? ", edge" : "")
                + (o.capped() ? ", capped" : "");
    }

    static String say(Outcome.NodeRefused o) {
        NodeLease holder = o.holder();
        return "refused " + Sayings.lower(o.reason())
                + (o.word().isEmpty() ? "" : " " + o.word())
                + (holder == null ? "" : ", " + say(holder))
                + (o.lapsedMillis() == 0
                        ? ""
                        : ", lapsed " + Words.duration(since(o.lapsedMillis())));
    }

    private static String say(NodeLease lease) {
        return (lease.reserved() ? "reserved by " : "held by ") + lease.by()
                + (lease.session() == null ? "" : " in " + lease.session())
                + " fence " + lease.fence()
                + " for " + Words.duration(lease.remainingNanos());
    }

    private static long since(long wallMillis) {
        return (wallMillis - WALL_MILLIS) * 1_000_000;
    }

    static List<String> read(Words words, Machine machine, ReadPoint at) {
        String tenant = words.text("tenant", "");
        return switch (words.verb()) {
            case "node" ->
                List.of(say(
                        words.subject(),
                        machine.read(new Query.FindNode(tenant, words.subject()), at)));
            case "graph" -> {
                Query.GraphAnswer graph = machine.read(new Query.ReadGraph(tenant), at);
                yield List.of("nodes " + graph.nodes() + " head " + graph.head() + " projects "
                        + graph.projects());
            }
            case "token" -> {
                Query.AgentAnswer agent = machine.read(
                        new Query.FindAgent(tenant, new TokenDigest(5, words.number("digest", 1))),
                        at);
                yield List.of(
                        agent == null
                                ? "no token"
                                : agent.agent() + " of " + agent.person() + " in "
                                        + agent.session());
            }
            default -> queue(words, machine, at);
        };
    }

    private static String say(String id, @Nullable NodeAnswer node) {
        if (node == null) {
            return id + ": none";
        }
        String edges = node.edges().stream()
                .map(edge -> edge.type() + ">" + edge.to())
                .collect(Collectors.joining(","));
        return id + ": version " + node.node().version()
                + (node.status().isEmpty() ? "" : " " + node.status())
                + (edges.isEmpty() ? "" : " " + edges)
                + (node.resolver() == null
                        ? ""
                        : " resolved by " + node.resolver().node().id())
                + (node.supersededBy() == null ? "" : " superseded by " + node.supersededBy());
    }

    private static List<String> queue(Words words, Machine machine, ReadPoint at) {
        String type = words.text("type");
        NodeQueue queue = machine.read(
                new Query.ReadQueue(
                        words.text("tenant", ""),
                        "person-" + words.text("by", "ann"),
                        words.text("assignee"),
                        words.text("project"),
                        type == null
                                ? List.of()
                                : List.of(Objects.requireNonNull(NodeType.of(type))),
                        List.of(),
                        words.text("readiness"),
                        words.number("offset", 0),
                        words.number("limit", 20)),
                at);
        List<String> said = new ArrayList<>();
        for (NodeQueue.Item item : queue.items()) {
            NodeLease lease = item.lease();
            said.add(item.id() + " " + item.score() + " " + item.suggest()
                    + (item.readiness().isEmpty() ? "" : " " + item.readiness())
                    + (lease == null ? "" : ", " + say(lease) + (item.mine() ? ", mine" : "")));
        }
        said.add("of " + queue.total() + " " + queue.byType() + " " + queue.byProject() + " "
                + queue.bySuggest() + " " + queue.byReadiness() + " leased " + queue.leased()
                + " reserved " + queue.reserved() + " blocked " + queue.blocked()
                + (queue.dormant() == 0 ? "" : " dormant " + queue.dormant()));
        return said;
    }
}
