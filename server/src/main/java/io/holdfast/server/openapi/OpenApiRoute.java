package io.holdfast.server.openapi;

import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.http.Problem;
import io.holdfast.server.http.Route;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Serves the document. It describes how to authenticate, so it needs no authentication itself. */
public final class OpenApiRoute {

    private @Nullable CompletableFuture<byte[]> document;

    private OpenApiRoute() {}

    public static Route route(Dialect dialect) {
        OpenApiRoute self = new OpenApiRoute();
        return Route.of("GET", "/v1/openapi.json", dialect, "getOpenAPI", self::handle)
                .withoutAuthentication();
    }

    private void handle(Exchange exchange) {
        document().whenComplete((json, failure) -> {
            if (json == null) {
                exchange.refuse(Problem.INTERNAL, null);
            } else {
                exchange.header("Cache-Control", "public, max-age=60");
                exchange.reply(200, json);
            }
        });
    }

    /**
     * Built on demand on its own thread: reading YAML would block an event loop, and most servers
     * are never asked for it.
     */
    private synchronized CompletableFuture<byte[]> document() {
        CompletableFuture<byte[]> made = document;
        if (made == null) {
            CompletableFuture<byte[]> making = new CompletableFuture<>();
            Thread.ofVirtual().name("openapi").start(() -> {
                try {
                    making.complete(OpenApiDocument.json());
                } catch (RuntimeException e) {
                    making.completeExceptionally(e);
                }
            });
            document = making;
            return making;
        }
        return made;
    }
}
