package io.holdfast.server.nodes;

import io.holdfast.core.value.NodeEdge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A parsed node text: lines between two fences of three dashes, then the body. It remembers the
 * lines of each key, so that one can be changed while all others stay as they were sent.
 */
final class FrontMatter {

    private static final String FENCE = "---";
    private static final Pattern KEY = Pattern.compile("([A-Za-z_][\\w-]*):(?:\\s+(.*))?");
    private static final Pattern EDGE = Pattern.compile("\\s*-\\s*\\{(.*)}\\s*");
    private static final Pattern PAIR = Pattern.compile("\\s*([\\w-]+)\\s*:\\s*([^,]*?)\\s*");

    /** The lines of a key: the first, and the one after the last. */
    record Place(int from, int to) {}

    /** An edge and its line. */
    record EdgeLine(NodeEdge edge, int line) {}

    private final List<String> lines;
    private int end;
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final List<EdgeLine> edges = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private String body = "";

    private FrontMatter(List<String> lines) {
        this.lines = lines;
    }

    /** Parses a text. Lines that cannot be parsed are listed among the faults. */
    static FrontMatter read(String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        FrontMatter read = new FrontMatter(lines);
        if (!read.line(0).equals(FENCE)) {
            read.faults.add("the text must begin with a line of three dashes");
            return read;
        }
        int end = 1;
        while (end < lines.size() && !read.line(end).equals(FENCE)) {
            end++;
        }
        if (end == lines.size()) {
            read.faults.add("the front matter must end with a line of three dashes");
            return read;
        }
        read.end = end;
        read.body = String.join("\n", lines.subList(end + 1, lines.size()));
        int at = 1;
        while (at < end) {
            at = read.key(at);
        }
        return read;
    }

    /** Returns a line without a trailing CR. */
    private String line(int number) {
        String line = lines.get(number);
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
    }

    /** Parses one key with its continuation lines, and returns the line after them. */
    private int key(int from) {
        String line = line(from);
        Matcher matcher = KEY.matcher(line.stripTrailing());
        int to = from + 1;
        while (to < end && goesOn(line(to))) {
            to++;
        }
        if (!matcher.matches()) {
            if (!line.isBlank()) {
                faults.add("line " + (from + 1) + " is not a key with its value");
            }
            return line.isBlank() ? from + 1 : to;
        }
        String key = matcher.group(1);
        String first = matcher.group(2) == null ? "" : matcher.group(2);
        places.put(key, new Place(from, to));
        if (key.equals("edges")) {
            edges(from + 1, to);
        } else {
            fields.put(key, value(first, from + 1, to));
        }
        return to;
    }

    private static boolean goesOn(String line) {
        return line.startsWith(" ") || line.startsWith("\t") || line.startsWith("- ");
    }

    private Object value(String first, int from, int to) {
        String text = first.strip();
        if (text.startsWith("[") && text.endsWith("]") && from == to) {
            List<String> items = new ArrayList<>();
            for (String item : text.substring(1, text.length() - 1).split(",", -1)) {
                if (!item.isBlank()) {
                    items.add(unquoted(item.strip()));
                }
            }
            return items;
        }
        boolean list = text.isEmpty() && from < to && line(from).strip().startsWith("- ");
        List<String> items = new ArrayList<>();
        StringBuilder folded = new StringBuilder(text);
        for (int i = from; i < to; i++) {
            String more = line(i).strip();
            if (list && more.startsWith("- ")) {
                items.add(unquoted(more.substring(2).strip()));
            } else {
                folded.append(folded.isEmpty() ? "" : " ").append(more);
            }
        }
        return list ? items : unquoted(folded.toString());
    }

    static String unquoted(String text) {
        boolean quoted = text.length() >= 2
                && (text.startsWith("\"") && text.endsWith("\"")
                        || text.startsWith("'") && text.endsWith("'"));
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private void edges(int from, int to) {
        for (int i = from; i < to; i++) {
            Matcher matcher = EDGE.matcher(line(i));
            if (line(i).isBlank()) {
                continue;
            }
            NodeEdge edge = matcher.matches() ? edge(matcher.group(1)) : null;
            if (edge == null) {
                faults.add("line " + (i + 1) + " is not an edge; expected - {type: T, to: ID}");
            } else {
                edges.add(new EdgeLine(edge, i));
            }
        }
    }

    private static @Nullable NodeEdge edge(String text) {
        String type = null;
        String to = null;
        StringBuilder attrs = new StringBuilder();
        for (String part : text.split(",", -1)) {
            Matcher pair = PAIR.matcher(part);
            if (!pair.matches()) {
                return null;
            }
            String value = unquoted(pair.group(2));
            switch (pair.group(1)) {
                case "type" -> type = value;
                case "to" -> to = value;
                // Other attributes of an edge are kept as they are.
                default ->
                    attrs.append(attrs.isEmpty() ? "" : ", ")
                            .append(pair.group(1))
                            .append(": ")
                            .append(value);
            }
        }
        return type == null || to == null ? null : new NodeEdge(type, to, attrs.toString());
    }

    List<String> faults() {
        return faults;
    }

    /** Returns every key except the edges. A value is a string or a list of strings. */
    Map<String, Object> fields() {
        return fields;
    }

    /** Returns the text of a key; empty if it has none. */
    String text(String key) {
        return fields.get(key) instanceof String text ? text : "";
    }

    List<EdgeLine> edges() {
        return edges;
    }

    String body() {
        return body;
    }

    List<String> lines() {
        return lines;
    }

    /** Returns the line of the closing fence. */
    int end() {
        return end;
    }

    @Nullable
    Place place(String key) {
        return places.get(key);
    }
}
