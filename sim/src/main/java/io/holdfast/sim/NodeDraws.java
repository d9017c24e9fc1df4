package io.holdfast.sim;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import io.holdfast.core.value.TokenDigest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Chooses requests of the nodes API. There are few nodes, so that the same ones are used again. */
final class NodeDraws {

    static final List<String> PEOPLE = List.of("ann", "bob", "cid");
    static final List<String> IDS =
            List.of("task-a", "task-b", "task-c", "issue-a", "decision-a", "agent-a", "finding-a");
    static final List<String> PROJECTS = List.of("", "web");

    private static final List<String> EDGES =
            List.of("assigned", "blocks", "resolves", "answers", "supersedes", "stewards");
    private static final List<String> STATUSES = List.of(
            "", "open", "active", "in-progress", "done", "abandoned", "rejected", "settled");

    private final Chance chance;

    /** The newest token. It is bound more often than one that never existed. */
    private int minted;

    NodeDraws(Chance chance) {
        this.chance = chance;
    }

    static NodesSettings settings(Chance chance) {
        NodesSettings known = NodesSettings.DEFAULT;
        long ttlNanos = chance.between(1, 100) * Swarm.MILLI_NANOS;
        return new NodesSettings(
                ttlNanos,
                ttlNanos + chance.between(0, 200) * Swarm.MILLI_NANOS,
                chance.between(1, 300) * Swarm.MILLI_NANOS,
                known.claimableTypes(),
                known.claimingStatuses(),
                chance.perMille(300) ? chance.between(1, 6) : 1000,
                known.textBytesMax(),
                known.textBytesTotalMax());
    }

    /** @param versions the current versions of nodes; zero if a node does not exist */
    NodesCommand<?> next(ToLongFunction<String> versions, int number) {
        NodeAuthor by = author();
        String id = one(IDS);
        return switch (chance.below(20)) {
            case 0, 1, 2 ->
                new NodesCommand.Write("", by, id, text(id), version(versions.applyAsLong(id)));
            case 3, 4 -> new NodesCommand.Join("", by, id, edge(id));
            case 5 -> new NodesCommand.Part("", by, id, one(EDGES), end());
            case 6, 7 -> mark(by, id);
            case 8, 9, 10 -> new NodesCommand.Claim("", by, id, session(), nonce());
            case 11, 12 -> new NodesCommand.Renew("", by, id, session());
            case 13 ->
                new NodesCommand.Extend(
                        "",
                        by,
                        id,
                        chance.perMille(100)
                                ? Long.MAX_VALUE
                                : chance.between(1, 150) * Swarm.MILLI_NANOS,
                        session());
            case 14, 15 -> new NodesCommand.Reserve("", by, id, session());
            case 16, 17 -> new NodesCommand.Release("", by, id);
            case 18 -> mint(by, id, number);
            default -> {
                int token = chance.perMille(700) ? minted : number - chance.below(60);
                yield new NodesCommand.BindSession("", by, digest(token), "s" + chance.below(2));
            }
        };
    }

    private NodesCommand<?> mint(NodeAuthor by, String id, int number) {
        minted = number;
        return new NodesCommand.MintToken(
                "",
                by,
                chance.perMille(800) ? "agent-a" : id,
                digest(number),
                session(),
                chance.between(1, 200) * Swarm.MILLI_NANOS);
    }

    private String one(List<String> of) {
        return of.get(chance.below(of.size()));
    }

    private NodeAuthor author() {
        String name = one(PEOPLE);
        return chance.perMille(150)
                ? new NodeAuthor("person-" + name, name, "agent-a", "r")
                : NodeAuthor.person("person-" + name, name);
    }

    /** Returns mostly the current version, sometimes another. */
    private long version(long now) {
        return chance.perMille(150) ? 0 : chance.perMille(100) ? now + 1 : now;
    }

    private NodeText text(String id) {
        List<NodeEdge> edges = new ArrayList<>();
        for (int i = chance.below(3); i > 0; i--) {
            edges.add(new NodeEdge(type(id), end(), ""));
        }
        return new NodeText(
                new Blob("x".repeat(chance.between(1, 3)).getBytes(StandardCharsets.US_ASCII)),
                Objects.requireNonNull(NodeType.of(id.substring(0, id.indexOf('-')))),
                "Title",
                chance.coin() ? "" : one(STATUSES),
                chance.coin() ? "" : "p" + chance.between(1, 3),
                readiness(),
                one(PROJECTS),
                edges,
                chance.perMille(800) ? 0 : wakeMillis());
    }

    /** Returns a time within a history. */
    private long wakeMillis() {
        return Run.WALL_MILLIS + chance.between(1, 2000);
    }

    /** Returns an edge type. The agent mostly has an owner. */
    private String type(String id) {
        return id.equals("agent-a") && chance.perMille(800) ? "owned-by" : one(EDGES);
    }

    private NodeEdge edge(String id) {
        return new NodeEdge(type(id), end(), chance.perMille(150) ? "k:v" : "");
    }

    /** Returns a node, a person, or a target that never exists. */
    private String end() {
        return switch (chance.below(8)) {
            case 0 -> "task-never";
            case 1, 2, 3 -> "person-" + one(PEOPLE);
            default -> one(IDS);
        };
    }

    private NodesCommand<?> mark(NodeAuthor by, String id) {
        NodeField field = chance.perMille(700)
                ? NodeField.STATUS
                : chance.coin() ? NodeField.PRIORITY : NodeField.READINESS;
        String value = switch (field) {
            case STATUS -> one(STATUSES);
            case PRIORITY -> chance.coin() ? "" : "p" + chance.between(1, 3);
            case READINESS -> readiness();
        };
        String key = field.name().toLowerCase(Locale.ROOT);
        List<NodeLine> stamps = field == NodeField.STATUS
                ? List.of()
                : List.of(new NodeLine(key + "_by", by.person()));
        return new NodesCommand.Mark("", by, id, field, value, stamps);
    }

    private String readiness() {
        return chance.coin() ? "" : chance.coin() ? "agent" : "human";
    }

    private @Nullable String session() {
        return chance.coin() ? null : "s" + chance.below(2);
    }

    private @Nullable String nonce() {
        return chance.perMille(700) ? null : "n" + chance.below(2);
    }

    /** Returns the digest that the scenario files derive from the number. */
    static TokenDigest digest(int number) {
        return new TokenDigest(5, number);
    }
}
