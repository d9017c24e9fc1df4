package io.holdfast.sim;

import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeField;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.core.value.TokenDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A node of the model with its lease, if any. */
final class ModelPage {

    final String id;
    final long createdMillis;
    NodeText text;
    NodeAuthor author;
    long version;
    final List<NodeLine> lines = new ArrayList<>();
    final List<Integer> removed = new ArrayList<>();
    final List<NodeEdge> added = new ArrayList<>();

    @Nullable
    Held held;

    /** The holder of the last lease and its end. Cleared when that person releases. */
    @Nullable
    String lastBy;

    long lastUntilMillis;

    ModelPage(String id, NodeText text, NodeAuthor author, long createdMillis) {
        this.id = id;
        this.text = text;
        this.author = author;
        this.createdMillis = createdMillis;
    }

    private @Nullable String line(NodeField field, String sent) {
        String key = field.name().toLowerCase(Locale.ROOT);
        for (NodeLine line : lines) {
            if (line.key().equals(key)) {
                return line.value() == null ? "" : line.value();
            }
        }
        return sent;
    }

    String status() {
        return String.valueOf(line(NodeField.STATUS, text.status()));
    }

    String priority() {
        return String.valueOf(line(NodeField.PRIORITY, text.priority()));
    }

    String readiness() {
        return String.valueOf(line(NodeField.READINESS, text.readiness()));
    }

    /**
     * Returns the current edges: those of the text that were not removed, then those added later.
     */
    List<NodeEdge> edges() {
        List<NodeEdge> all = new ArrayList<>();
        for (int i = 0; i < text.edges().size(); i++) {
            if (!removed.contains(i)) {
                all.add(text.edges().get(i));
            }
        }
        all.addAll(added);
        List<NodeEdge> once = new ArrayList<>();
        for (NodeEdge edge : all) {
            if (once.stream().noneMatch(other -> other.joins(edge.type(), edge.to()))) {
                once.add(edge);
            }
        }
        return once;
    }

    boolean has(String type, String to) {
        for (NodeEdge edge : added) {
            if (edge.joins(type, to)) {
                return true;
            }
        }
        for (int i = 0; i < text.edges().size(); i++) {
            if (!removed.contains(i) && text.edges().get(i).joins(type, to)) {
                return true;
            }
        }
        return false;
    }

    void remove(String type, String to) {
        added.removeIf(edge -> edge.joins(type, to));
        List<Integer> gone = new ArrayList<>();
        for (int i = 0; i < text.edges().size(); i++) {
            if (removed.contains(i) || text.edges().get(i).joins(type, to)) {
                gone.add(i);
            }
        }
        removed.clear();
        removed.addAll(gone);
    }

    void set(NodeLine line) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).key().equals(line.key())) {
                lines.set(i, line);
                return;
            }
        }
        lines.add(line);
    }

    NodeVersion view() {
        return new NodeVersion(
                id,
                version,
                text,
                List.copyOf(lines),
                List.copyOf(removed),
                List.copyOf(added),
                author.person(),
                author.agent(),
                author.session(),
                createdMillis);
    }

    /** A live lease. */
    static final class Held {
        final String by;
        final long fence;
        final long sinceMillis;

        @Nullable
        String session;

        @Nullable
        String nonce;

        boolean reserved;
        long endNanos;

        Held(String by, long fence, long sinceMillis) {
            this.by = by;
            this.fence = fence;
            this.sinceMillis = sinceMillis;
        }
    }

    /** An agent's token. */
    static final class Pass {
        final TokenDigest digest;
        final long endNanos;

        @Nullable
        String session;

        Pass(TokenDigest digest, long endNanos, @Nullable String session) {
            this.digest = digest;
            this.endNanos = endNanos;
            this.session = session;
        }
    }
}
