package io.holdfast.sim;

import io.holdfast.core.command.NodesCommand;
import io.holdfast.core.command.NodesSettings;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.TokenDigest;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Nodes requests in the language of core's scenario files. */
final class NodeScenario {

    private NodeScenario() {}

    static String of(NodesCommand<?> command) {
        return switch (command) {
            case NodesCommand.Write c ->
                "compose " + c.id() + text(c.text()) + " version " + c.onlyVersion() + by(c.by());
            case NodesCommand.Join c -> "join " + c.id() + edge(c.edge()) + by(c.by());
            case NodesCommand.Part c ->
                "part " + c.id() + " edge " + c.type() + " to " + c.to() + by(c.by());
            case NodesCommand.Mark c ->
                "mark " + c.id() + " " + c.field().name().toLowerCase(Locale.ROOT) + " "
                        + (c.value().isEmpty() ? "none" : c.value()) + by(c.by());
            case NodesCommand.Claim c ->
                "take " + c.id() + by(c.by()) + given("session", c.session())
                        + given("nonce", c.nonce());
            case NodesCommand.Renew c ->
                "beat " + c.id() + by(c.by()) + given("session", c.session());
            case NodesCommand.Extend c ->
                "stretch " + c.id() + " ttl " + c.byNanos() + "ns" + by(c.by())
                        + given("session", c.session());
            case NodesCommand.Reserve c ->
                "park " + c.id() + by(c.by()) + given("session", c.session());
            case NodesCommand.Release c -> "hand-back " + c.id() + by(c.by());
            case NodesCommand.MintToken c ->
                "mint " + c.id() + digest(c.digest()) + " ttl " + c.ttlNanos() + "ns" + by(c.by())
                        + given("session", c.session());
            case NodesCommand.BindSession c ->
                "bind agent-a" + digest(c.digest()) + by(c.by()) + given("session", c.session());
        };
    }

    static String settings(NodesSettings settings) {
        return " claim-ttl " + settings.claimTtlNanos() + "ns"
                + " claim-ttl-max " + settings.claimTtlMaxNanos() + "ns"
                + " reserve " + settings.graceNanos() + "ns"
                + " nodes " + settings.nodesMax();
    }

    private static String text(NodeText text) {
        byte[] sent = Objects.requireNonNull(text.sent()).bytes();
        String edges = text.edges().stream()
                .map(edge -> edge.type() + ">" + edge.to())
                .collect(Collectors.joining(","));
        return " data " + new String(sent, StandardCharsets.US_ASCII)
                + " type " + text.type().text()
                + given("status", text.status())
                + given("priority", text.priority())
                + given("readiness", text.readiness())
                + given("project", text.project())
                + given("edges", edges)
                + (text.wakeMillis() == 0
                        ? ""
                        : " wake " + (text.wakeMillis() - Run.WALL_MILLIS) + "ms");
    }

    private static String edge(NodeEdge edge) {
        return " edge " + edge.type() + " to " + edge.to() + given("value", edge.attrs());
    }

    private static String digest(TokenDigest digest) {
        return " digest " + digest.low();
    }

    private static String by(NodeAuthor by) {
        return " by " + by.name() + given("agent", by.agent());
    }

    private static String given(String word, @Nullable String value) {
        return value == null || value.isEmpty() ? "" : " " + word + " " + value;
    }
}
