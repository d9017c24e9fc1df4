package io.holdfast.server.nodes;

import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeLine;
import io.holdfast.core.value.NodeVersion;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A node's current text: the text as it was sent, with later changes to its lines. */
final class NodeDocument {

    private static final List<String> FIRST_KEYS =
            List.of("id", "type", "title", "summary", "date", "status", "priority", "project");

    private static final FastThreadLocal<MessageDigest> SHA1 = new FastThreadLocal<>() {
        @Override
        protected MessageDigest initialValue() throws NoSuchAlgorithmException {
            return MessageDigest.getInstance("SHA-1");
        }
    };

    private NodeDocument() {}

    /** Returns the current text. */
    static String raw(NodeVersion view) {
        String sent = view.text().sent() == null
                ? ofPerson(view)
                : new String(view.text().sent().bytes(), StandardCharsets.UTF_8);
        boolean asSent = view.lines().isEmpty()
                && view.removed().isEmpty()
                && view.added().isEmpty();
        return asSent ? sent : changed(sent, view);
    }

    /** Returns the hash that Git gives to a file with this text. Clients compare content by it. */
    static String revision(String raw) {
        byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
        MessageDigest digest = SHA1.get();
        digest.reset();
        digest.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(digest.digest(bytes));
    }

    static String revision(NodeVersion view) {
        return revision(raw(view));
    }

    private static String ofPerson(NodeVersion view) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", view.id());
        fields.put("type", view.text().type().text());
        fields.put("title", view.text().title());
        fields.put("summary", view.text().title());
        fields.put("date", NodeTimes.date(view.createdMillis()));
        return write(fields, List.of(), "");
    }

    /** Writes a node that was sent as JSON. */
    static String write(Map<String, ?> fields, List<NodeEdge> edges, String body) {
        StringBuilder text = new StringBuilder("---\n");
        Set<String> keys = new LinkedHashSet<>(FIRST_KEYS);
        keys.addAll(fields.keySet());
        for (String key : keys) {
            Object value = fields.get(key);
            if (value != null) {
                text.append(key).append(": ").append(line(value)).append('\n');
            }
        }
        if (!edges.isEmpty()) {
            text.append("edges:\n");
            edges.forEach(edge -> text.append(line(edge)).append('\n'));
        }
        return text.append("---\n").append(body).toString();
    }

    /** Formats a value on one line, because a line break would start another key. */
    private static String line(Object value) {
        String text = value instanceof List<?> items
                ? "[" + String.join(", ", items.stream().map(String::valueOf).toList()) + "]"
                : String.valueOf(value);
        return text.replaceAll("\\s*[\\r\\n]+\\s*", " ").strip();
    }

    private static String line(NodeEdge edge) {
        String attrs = edge.attrs().isEmpty() ? "" : ", " + edge.attrs();
        return "  - {type: " + edge.type() + ", to: " + edge.to() + attrs + "}";
    }

    private static String changed(String sent, NodeVersion view) {
        FrontMatter matter = FrontMatter.read(sent);
        boolean crlf = matter.lines().getFirst().endsWith("\r");
        String ending = crlf ? "\r" : "";
        List<@Nullable String> lines = new ArrayList<>(matter.lines());
        List<String> appended = new ArrayList<>();
        for (NodeLine line : view.lines()) {
            FrontMatter.Place place = matter.place(line.key());
            String text = line.value() == null ? null : line.key() + ": " + line.value() + ending;
            if (place != null) {
                replace(lines, place, text);
            } else if (text != null) {
                appended.add(text);
            }
        }
        int last = matter.edges().isEmpty() ? -1 : matter.edges().getLast().line();
        boolean any = !view.added().isEmpty();
        for (int i = 0; i < matter.edges().size(); i++) {
            boolean gone = view.removed().contains(i);
            any |= !gone;
            if (gone) {
                lines.set(matter.edges().get(i).line(), null);
            }
        }
        List<String> added =
                view.added().stream().map(edge -> line(edge) + ending).toList();
        FrontMatter.Place block = matter.place("edges");
        if (block != null) {
            lines.set(block.from(), any ? "edges:" + ending : null);
        } else if (!added.isEmpty()) {
            appended.add("edges:" + ending);
            appended.addAll(added);
        }
        int after = block == null ? -1 : last < 0 ? block.from() : last;
        return join(lines, matter.end(), appended, after, added);
    }

    private static void replace(
            List<@Nullable String> lines, FrontMatter.Place place, @Nullable String text) {
        for (int i = place.from(); i < place.to(); i++) {
            lines.set(i, i == place.from() ? text : null);
        }
    }

    private static String join(
            List<@Nullable String> lines,
            int end,
            List<String> appended,
            int after,
            List<String> added) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (i == end) {
                all.addAll(appended);
            }
            String line = lines.get(i);
            if (line != null) {
                all.add(line);
            }
            if (i == after) {
                all.addAll(added);
            }
        }
        return String.join("\n", all);
    }
}
