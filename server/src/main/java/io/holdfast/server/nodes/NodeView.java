package io.holdfast.server.nodes;

import io.holdfast.core.query.NodeAnswer;
import io.holdfast.core.value.NodeEdge;
import io.holdfast.core.value.NodeVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes a node for a read. */
final class NodeView {

    private NodeView() {}

    static Map<String, @Nullable Object> of(NodeAnswer answer) {
        NodeVersion view = answer.node();
        String raw = NodeDocument.raw(view);
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("id", view.id());
        body.put("raw", raw);
        body.put("frontmatter", frontmatter(FrontMatter.read(raw), view));
        body.put("revision", NodeDocument.revision(raw));
        NodeAnswer.Resolver resolver = answer.resolver();
        if (resolver != null) {
            body.put("resolution", resolution(resolver, answer));
        }
        if (answer.supersededBy() != null) {
            body.put("superseded_by", answer.supersededBy());
        }
        return body;
    }

    /** Returns the fields of the text. The author comes from the token, not from the text. */
    private static Map<String, @Nullable Object> frontmatter(FrontMatter matter, NodeVersion view) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(matter.fields());
        String repo = matter.text("repo");
        if (!repo.isEmpty()) {
            fields.put("project", repo);
        }
        fields.put("author", view.author());
        fields.put("authored_via", via(view.agent()));
        put(fields, "authored_by_agent", view.agent());
        put(fields, "session", view.session());
        List<Map<String, @Nullable Object>> edges = new ArrayList<>();
        matter.edges().forEach(line -> edges.add(edge(line.edge())));
        fields.put("edges", edges);
        return fields;
    }

    private static void put(
            Map<String, @Nullable Object> fields, String key, @Nullable String value) {
        fields.remove(key);
        if (value != null) {
            fields.put(key, value);
        }
    }

    /** Returns the channel by which a node was written. */
    static String via(@Nullable String agent) {
        return agent == null ? "rest" : "dispatch";
    }

    private static Map<String, @Nullable Object> edge(NodeEdge edge) {
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("type", edge.type());
        view.put("to", edge.to());
        if (!edge.attrs().isEmpty()) {
            for (String pair : edge.attrs().split(", ", -1)) {
                int colon = pair.indexOf(": ");
                view.putIfAbsent(pair.substring(0, colon), pair.substring(colon + 2));
            }
        }
        return view;
    }

    private static Map<String, @Nullable Object> resolution(
            NodeAnswer.Resolver resolver, NodeAnswer answer) {
        FrontMatter matter = FrontMatter.read(NodeDocument.raw(resolver.node()));
        boolean lagging = !answer.node().text().type().isTerminal(answer.status());
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("by", resolver.node().id());
        view.put("edge", resolver.edge());
        view.put("date", matter.text("date"));
        view.put("summary", matter.text("summary"));
        view.put("title", matter.text("title"));
        view.put("lagging", lagging);
        view.put("note", resolver.node().id() + " " + resolver.edge() + " this node");
        return view;
    }
}
