package io.holdfast.server.nodes;

import io.holdfast.core.command.Actor;
import io.holdfast.core.command.WorkAuthor;
import io.holdfast.core.query.Query;
import io.holdfast.core.query.Query.NodesPage;
import io.holdfast.core.query.WorkAnswer;
import io.holdfast.log.Clock;
import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;
import io.holdfast.server.edge.JsonValues;
import io.holdfast.server.http.Exchange;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The graph as a whole: who asks, how large it is, and all of it. */
final class GraphHandlers {

    private static final String ORGANIZATION = "local";
    private static final String ROOT = "org-root";
    private static final int PAGE = 500;

    private final Calls calls;
    private final Clock clock;
    private final long startNanos;

    GraphHandlers(Calls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
        this.startNanos = clock.monotonicNanos();
    }

    void me(Exchange exchange, WorkAuthor who) {
        Query.FindWorkNode query = new Query.FindWorkNode(Calls.tenant(exchange), who.person());
        calls.read(exchange, query, found -> {
            FrontMatter matter = FrontMatter.read(found == null ? "" : NodeText.raw(found.node()));
            Principal principal = exchange.principal();
            boolean steward = found != null
                    && found.edges().stream().anyMatch(edge -> edge.joins("stewards", ROOT));
            boolean admin = principal.person() && principal.is(Role.ADMIN);
            String email = matter.text("email");
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            body.put("person", who.person());
            body.put("name", found == null ? who.name() : found.node().text().title());
            body.put("email", email.isEmpty() ? null : email);
            // Whoever has a name is somebody, with or without a node.
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

    void status(Exchange exchange, WorkAuthor who) {
        calls.read(exchange, new Query.ReadGraph(Calls.tenant(exchange)), graph -> {
            String head = HexFormat.of().toHexDigits(graph.head());
            Map<String, @Nullable Object> body = new LinkedHashMap<>();
            body.put("node_count", graph.nodes());
            body.put("projects", graph.projects());
            body.put("head", head);
            body.put("uptime", (clock.monotonicNanos() - startNanos) / 1_000_000_000L);
            body.put("metrics", new LinkedHashMap<String, Object>());
            if (!"1".equals(exchange.query("titles"))) {
                exchange.reply(200, JsonValues.bytes(body));
                return;
            }
            String tag = "W/\"" + head + "\"";
            exchange.header("ETag", tag);
            String known = exchange.header("If-None-Match");
            if (known != null && known.contains(tag)) {
                exchange.replyEmpty(304);
                return;
            }
            Map<String, @Nullable Object> titles = new LinkedHashMap<>();
            all(
                    exchange,
                    "",
                    node -> titles.put(node.node().id(), node.node().text().title()),
                    () -> {
                        body.put("titles", titles);
                        exchange.reply(200, JsonValues.bytes(body));
                    });
        });
    }

    void export(Exchange exchange, WorkAuthor who) {
        boolean gzip = "1".equals(exchange.query("gzip"));
        TarFile tar = new TarFile(gzip, clock.wallMillis() / 1000);
        exchange.header(
                "Content-Disposition",
                "attachment; filename=\"nodes.tar" + (gzip ? ".gz\"" : "\""));
        exchange.stream(
                200,
                gzip ? "application/gzip" : "application/x-tar",
                new Export(calls, exchange, tar));
    }

    /** Hands over all nodes, some at a time, so that others are served in between. */
    private void all(Exchange exchange, String after, Consumer<WorkAnswer> each, Runnable then) {
        Query.ListWorkNodes query = new Query.ListWorkNodes(Calls.tenant(exchange), after, PAGE);
        calls.read(exchange, query, page -> {
            page.nodes().forEach(each);
            if (page.complete() || !exchange.isOpen()) {
                then.run();
            } else {
                all(exchange, last(page), each, then);
            }
        });
    }

    private static String last(NodesPage page) {
        return page.nodes().getLast().node().id();
    }
}
