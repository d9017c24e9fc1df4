package io.holdfast.server.nodes;

import com.fasterxml.jackson.core.JsonGenerator;
import io.holdfast.core.query.NodeAnswer;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.NodesPage;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.NodeAuthor;
import io.holdfast.core.value.NodeVersion;
import io.holdfast.log.Clock;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.JsonSteps.Step;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.JsonValues;
import java.io.IOException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handles the routes for the caller's identity and for the graph as a whole. */
final class GraphHandlers {

    private static final String ORGANIZATION = "local";
    private static final String ROOT = "org-root";

    private final Calls calls;
    private final Clock clock;
    private final long startNanos;

    GraphHandlers(Calls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
        this.startNanos = clock.monotonicNanos();
    }

    void me(Exchange exchange, NodeAuthor who) {
        Query.FindNode query = new Query.FindNode(Calls.tenant(exchange), who.person());
        calls.read(exchange, query, found -> {
            FrontMatter matter =
                    FrontMatter.read(found == null ? "" : NodeDocument.raw(found.node()));
            Principal principal = exchange.principal();
            boolean steward = found != null
                    && found.edges().stream().anyMatch(edge -> edge.joins("stewards", ROOT));
            boolean admin = principal.person() && principal.is(Role.ADMIN);
            String email = matter.text("email");
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            body.put("person", who.person());
            body.put("name", found == null ? who.name() : found.node().text().title());
            body.put("email", email.isEmpty() ? null : email);
            // Every caller with a name is bound to a person, with or without a node.
            body.put("bound", true);
            body.put("is_admin", steward || admin);
            body.put(
                    "org",
                    principal.tenant().equals(Actor.DEFAULT_TENANT)
                            ? ORGANIZATION
                            : principal.tenant());
            if (who.agent() != null) {
                body.put("agent", who.agent());
                body.put("session", who.session());
            }
            exchange.reply(200, JsonValues.bytes(body));
        });
    }

    void status(Exchange exchange, NodeAuthor who) {
        calls.reply(exchange, status(exchange, ""));
    }

    /** Writes the projects page by page, and the fields before and after them. */
    private Step<Query.GraphAnswer> status(Exchange exchange, String afterProject) {
        Query.ReadGraph query = new Query.ReadGraph(Calls.tenant(exchange), afterProject);
        return new Step<>(query, (graph, parts) -> {
            String head = HexFormat.of().toHexDigits(graph.head());
            boolean titles = "1".equals(exchange.query("titles"));
            if (afterProject.isEmpty()) {
                if (titles && isKnown(exchange, head)) {
                    return null;
                }
                parts.accept(json -> {
                    json.writeStartObject();
                    json.writeNumberField("node_count", graph.nodes());
                    json.writeArrayFieldStart("projects");
                });
            }
            graph.projects().forEach(project -> parts.accept(json -> json.writeString(project)));
            String last = graph.lastProject();
            if (last != null) {
                return status(exchange, last);
            }
            parts.accept(json -> {
                json.writeEndArray();
                json.writeStringField("head", head);
                json.writeNumberField(
                        "uptime", (clock.monotonicNanos() - startNanos) / 1_000_000_000L);
                json.writeObjectFieldStart("metrics");
                json.writeEndObject();
            });
            if (titles) {
                parts.accept(json -> json.writeObjectFieldStart("titles"));
                return titles(Calls.tenant(exchange), "");
            }
            parts.accept(GraphHandlers::end);
            return null;
        });
    }

    /** Replies 304 if the client has the titles of this head, and returns whether it did. */
    private static boolean isKnown(Exchange exchange, String head) {
        String tag = "W/\"" + head + "\"";
        exchange.header("ETag", tag);
        String known = exchange.header("If-None-Match");
        boolean same = known != null && known.contains(tag);
        if (same) {
            exchange.replyEmpty(304);
        }
        return same;
    }

    private static Step<NodesPage> titles(String tenant, String after) {
        return new Step<>(new Query.ListNodes(tenant, after), (page, parts) -> {
            for (NodeAnswer node : page.nodes()) {
                NodeVersion view = node.node();
                parts.accept(
                        json -> json.writeStringField(view.id(), view.text().title()));
            }
            String last = page.lastId();
            if (last != null) {
                return titles(tenant, last);
            }
            parts.accept(JsonGenerator::writeEndObject);
            parts.accept(GraphHandlers::end);
            return null;
        });
    }

    private static void end(JsonGenerator json) throws IOException {
        json.writeEndObject();
        json.writeRaw('\n');
    }

    void export(Exchange exchange, NodeAuthor who) {
        boolean gzip = "1".equals(exchange.query("gzip"));
        TarFile tar = new TarFile(gzip, clock.wallMillis() / 1000);
        exchange.header(
                "Content-Disposition",
                "attachment; filename=\"nodes.tar" + (gzip ? ".gz\"" : "\""));
        Query.ReadGraph query = new Query.ReadGraph(Calls.tenant(exchange));
        calls.readFirst(
                exchange,
                query,
                (graph, point) -> exchange.stream(
                        200,
                        gzip ? "application/gzip" : "application/x-tar",
                        new Export(calls, exchange, tar, point)));
    }
}
