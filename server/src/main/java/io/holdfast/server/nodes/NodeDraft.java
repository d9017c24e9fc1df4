package io.holdfast.server.nodes;

import io.holdfast.core.bytes.Blob;
import io.holdfast.core.value.Limits;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeText;
import io.holdfast.core.value.NodeType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A valid node that a client sent.
 *
 * @param inverses edges that belong to other nodes, each with the id of that node
 */
record NodeDraft(String id, NodeText text, List<Inverse> inverses, List<String> warnings) {

    static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9-]*");
    static final int BODY_BYTES_MAX = 8 << 10;
    static final int SUMMARY_CHARACTERS_MAX = 500;

    private static final Pattern ATTRIBUTE = Pattern.compile("[\\w-]+: [A-Za-z0-9_-]+");
    private static final Pattern KEY = Pattern.compile("[A-Za-z_][\\w-]*");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Set<String> NO_PRIORITY = Set.of("", "none", "clear", "p0");
    private static final Set<String> PRIORITIES = Set.of("p1", "p2", "p3");
    private static final Set<String> READINESS = Set.of("agent", "human");

    /** An edge that belongs to the node {@code from}. */
    record Inverse(String from, NodeEdge edge) {}

    /** Returns the priority for a word, empty for none, or null if the word is unknown. */
    static @Nullable String priority(String word) {
        return NO_PRIORITY.contains(word) ? "" : PRIORITIES.contains(word) ? word : null;
    }

    /** Returns the readiness for a word, empty for none, or null if the word is unknown. */
    static @Nullable String readiness(String word) {
        boolean none = word.isEmpty() || word.equals("clear");
        return none ? "" : READINESS.contains(word) ? word : null;
    }

    static boolean isId(String id) {
        return ID.matcher(id).matches() && id.length() <= Limits.NODE_ID_BYTES_MAX;
    }

    /** Returns the id in a text, for errors about a node that cannot be parsed. */
    static String idOf(String text) {
        return FrontMatter.read(text).text("id");
    }

    /** Parses a node's markdown. */
    static NodeDraft read(String sent) throws BadNode {
        FrontMatter matter = FrontMatter.read(sent);
        String id = matter.text("id");
        List<String> faults = new ArrayList<>(matter.faults());
        List<Inverse> inverses = new ArrayList<>();
        String text = sent;
        if (faults.isEmpty()) {
            text = plain(matter, sent, id, inverses);
            matter = FrontMatter.read(text);
        }
        List<String> warnings = new ArrayList<>();
        NodeType type = check(matter, id, faults, warnings);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > Limits.NODE_TEXT_BYTES_MAX) {
            faults.add("the whole text must not be longer than " + Limits.NODE_TEXT_BYTES_MAX
                    + " bytes");
        }
        if (type == null || !faults.isEmpty()) {
            String which = id.isEmpty() ? "the node" : "'" + id + "'";
            throw new BadNode(422, NodeErrors.INVALID, which + " is not valid", faults);
        }
        String repo = matter.text("repo");
        String priority = priority(matter.text("priority"));
        String readiness = readiness(matter.text("readiness"));
        NodeText read = new NodeText(
                new Blob(bytes),
                type,
                matter.text("title"),
                matter.text("status"),
                priority == null ? "" : priority,
                readiness == null ? "" : readiness,
                repo.isEmpty() ? matter.text("project") : repo,
                matter.edges().stream().map(FrontMatter.EdgeLine::edge).toList(),
                WakeDate.millis(matter.text("wake")));
        return new NodeDraft(id, read, inverses, warnings);
    }

    /** Returns the text with canonical edge types and without edges of other nodes. */
    private static String plain(
            FrontMatter matter, String sent, String id, List<Inverse> inverses) {
        List<@Nullable String> lines = new ArrayList<>(matter.lines());
        int left = matter.edges().size();
        boolean same = true;
        for (FrontMatter.EdgeLine line : matter.edges()) {
            NodeEdge edge = line.edge();
            String inverse = EdgeTypes.inverse(edge.type());
            String kept = EdgeTypes.kept(edge.type());
            if (inverse != null) {
                inverses.add(new Inverse(edge.to(), new NodeEdge(inverse, id, edge.attrs())));
                lines.set(line.line(), null);
                left--;
                same = false;
            } else if (kept != null && !kept.equals(edge.type())) {
                String old = matter.lines().get(line.line());
                lines.set(line.line(), old.replaceFirst(Pattern.quote(edge.type()), kept));
                same = false;
            }
        }
        FrontMatter.Place block = matter.place("edges");
        if (same || block == null) {
            return sent;
        }
        if (left == 0) {
            lines.set(block.from(), null);
        }
        List<String> rest = new ArrayList<>();
        for (String line : lines) {
            if (line != null) {
                rest.add(line);
            }
        }
        return String.join("\n", rest);
    }

    private static @Nullable NodeType check(
            FrontMatter matter, String id, List<String> faults, List<String> warnings) {
        NodeType type = NodeType.of(matter.text("type"));
        if (!isId(id)) {
            faults.add("id must be lower-case letters, digits and hyphens");
        }
        if (type == null) {
            faults.add("type is none of the known ones: " + shown(matter.text("type")));
        } else if (!type.prefixes().isEmpty()
                && type.prefixes().stream().noneMatch(id::startsWith)) {
            faults.add("the id of a node of type " + type.text() + " must begin with "
                    + String.join(" or ", type.prefixes()));
        }
        if (matter.text("title").isBlank()) {
            faults.add("title is missing");
        }
        String summary = matter.text("summary");
        if (summary.isBlank()) {
            faults.add("summary is missing");
        } else if (summary.codePointCount(0, summary.length()) > SUMMARY_CHARACTERS_MAX) {
            faults.add("summary must not be longer than " + SUMMARY_CHARACTERS_MAX + " characters");
        }
        if (!DATE.matcher(matter.text("date")).matches()) {
            warnings.add("date is missing or not of the form YYYY-MM-DD");
        }
        if (priority(matter.text("priority")) == null) {
            faults.add("priority must be p1, p2, p3 or none");
        }
        if (readiness(matter.text("readiness")) == null) {
            faults.add("readiness must be agent or human");
        }
        if (matter.body().getBytes(StandardCharsets.UTF_8).length > BODY_BYTES_MAX) {
            faults.add("the body must not be longer than " + BODY_BYTES_MAX + " bytes");
        }
        checkEdges(matter, faults);
        return type;
    }

    private static void checkEdges(FrontMatter matter, List<String> faults) {
        if (matter.edges().size() > Limits.NODE_EDGES_MAX) {
            faults.add("a node must not have more than " + Limits.NODE_EDGES_MAX + " edges");
        }
        for (FrontMatter.EdgeLine line : matter.edges()) {
            String fault = fault(line.edge());
            if (fault != null) {
                faults.add(fault);
            }
        }
    }

    /** Returns why an edge is invalid, or null if it is valid. */
    static @Nullable String fault(NodeEdge edge) {
        if (EdgeTypes.kept(edge.type()) == null && EdgeTypes.inverse(edge.type()) == null) {
            return "there are no edges of the type " + shown(edge.type());
        }
        if (!isId(edge.to())) {
            return "an edge must lead to an id of lower-case letters, digits and hyphens";
        }
        if (!edge.attrs().isEmpty()) {
            for (String attribute : edge.attrs().split(", ", -1)) {
                if (!ATTRIBUTE.matcher(attribute).matches()) {
                    return "the attributes of an edge must be letters, digits, _ and -";
                }
            }
        }
        return null;
    }

    /** Truncates a client's text. */
    private static String shown(String text) {
        return text.length() <= 64 ? text : text.substring(0, 64) + "...";
    }

    /** Converts a node from JSON to markdown. */
    static String markdown(Map<String, ?> node) throws BadNode {
        Map<String, Object> fields = new LinkedHashMap<>();
        List<NodeEdge> edges = new ArrayList<>();
        String body = "";
        for (Map.Entry<String, ?> entry : node.entrySet()) {
            Object value = entry.getValue();
            switch (entry.getKey()) {
                case "edges" -> edges.addAll(edges(value));
                case "body" -> body = value instanceof String text ? text : "";
                default -> {
                    if (!KEY.matcher(entry.getKey()).matches()) {
                        throw BadNode.invalid("a key must be letters, digits, _ and -");
                    }
                    if (value instanceof Map<?, ?>) {
                        throw BadNode.invalid(entry.getKey() + " must be a text or a list");
                    }
                    if (value != null) {
                        fields.put(
                                entry.getKey(),
                                value instanceof Double number ? number(number) : value);
                    }
                }
            }
        }
        return NodeDocument.write(fields, edges, body);
    }

    private static Object number(Double number) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < 1e15;
        return whole ? (Object) number.longValue() : number;
    }

    private static List<NodeEdge> edges(@Nullable Object value) throws BadNode {
        if (!(value instanceof List<?> list)) {
            throw BadNode.invalid("edges must be a list");
        }
        List<NodeEdge> edges = new ArrayList<>();
        for (Object item : list) {
            if (!(item instanceof Map<?, ?> edge)
                    || !(edge.get("type") instanceof String type)
                    || !(edge.get("to") instanceof String to)) {
                throw BadNode.invalid("an edge must have a type and a to");
            }
            Map<Object, Object> attrs = new LinkedHashMap<>(edge);
            attrs.remove("type");
            attrs.remove("to");
            NodeEdge read = new NodeEdge(type, to, attrs(attrs));
            String fault = fault(read);
            if (fault != null) {
                throw BadNode.invalid("an edge is not valid", fault);
            }
            edges.add(read);
        }
        return edges;
    }

    /** Formats an edge's attributes as they appear in a text. */
    static String attrs(Map<?, ?> attrs) {
        List<String> pairs = new ArrayList<>();
        attrs.forEach((key, value) ->
                pairs.add(key + ": " + (value instanceof Double number ? number(number) : value)));
        return String.join(", ", pairs);
    }
}
