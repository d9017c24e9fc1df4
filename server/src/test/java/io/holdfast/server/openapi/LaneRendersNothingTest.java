package io.holdfast.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.log.engine.Engine;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import io.holdfast.server.http.Route;
import io.holdfast.server.text.JsonValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends a request to every route of the OpenAPI document, on a server whose lane has a thread of
 * its own. A reply that is made on that thread fails an assertion there and is never sent.
 */
final class LaneRendersNothingTest {

    private static final String POOL = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
    private static final String TASK = "task-a";

    private static final Map<String, String> BODIES = Map.ofEntries(
            Map.entry("POST /v1/locks/{key}", "{\"acquire_timeout_s\":0}"),
            Map.entry("POST /v1/locks/{key}/release", "{\"token\":\"t\"}"),
            Map.entry("POST /v1/locks/{key}/renew", "{\"token\":\"t\"}"),
            Map.entry("POST /v1/locks/{key}/wait", "{\"timeout_s\":0}"),
            Map.entry("POST /v1/semaphores/{key}", "{\"acquire_timeout_s\":0,\"limit\":2}"),
            Map.entry("POST /v1/semaphores/{key}/release", "{\"token\":\"t\"}"),
            Map.entry("POST /v1/semaphores/{key}/renew", "{\"token\":\"t\"}"),
            Map.entry("POST /v1/semaphores/{key}/enqueue", "{\"limit\":2}"),
            Map.entry("POST /v1/semaphores/{key}/wait", "{\"timeout_s\":0}"),
            Map.entry("PUT /l/{id}", "{\"count\":2}"),
            Map.entry("POST /l/{id}/borrow", "{\"ttl\":60}"),
            Map.entry("POST /l/{id}/return", "{\"lease\":\"" + POOL + "\"}"),
            Map.entry("POST /v1/claims/", "{\"resource\":\"r\",\"ttl\":60}"),
            Map.entry("PATCH /v1/claims/{id}/", "{\"ttl\":90}"),
            Map.entry("POST /api/v1/{entities}", "{\"id\":\"b\"}"),
            Map.entry(
                    "POST /api/v1/{entities}/{entity}/locks",
                    "{\"scopes\":[\"data\"],\"lock_expiration\":60}"),
            Map.entry("PUT /api/v1/{entities}/{entity}/locks/{lock}", "{\"lock_expiration\":90}"),
            Map.entry("PUT /api/v1/{entities}/{entity}/{collection}/{path}", "{\"data\":1}"),
            Map.entry("POST /v1/nodes", node("task-b")),
            Map.entry("POST /v1/nodes/{id}/extend", "{\"ms\":1000}"));

    private static String node(String id) {
        return "{\"nodes\":[{\"markdown\":\"---\\nid: " + id + "\\ntype: task\\ntitle: T\\n"
                + "summary: S\\ndate: 2026-06-21\\n---\\nBody.\\n\"}],\"if_exists\":\"error\"}";
    }

    @Test
    void everyRouteIsAnsweredOutsideTheLane(@TempDir Path directory) {
        try (TestServer server = TestServer.durable(new FakeClock(), directory)) {
            Client client = server.client();
            String session = client.post("/v1/sessions", "").text("session_id");
            client.ask("PUT", "/l/" + POOL, "{\"count\":2}");
            client.post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
            client.post("/api/v1/apps", "{\"id\":\"a\"}");
            client.post("/v1/nodes", node(TASK));

            List<Route> routes = new ArrayList<>(server.server().routes());
            // What other requests need is deleted last.
            routes.sort(Comparator.comparing(route -> route.method().equals("DELETE")));
            for (Route route : routes) {
                String name = route.method() + " " + route.template();
                Reply reply = client.ask(
                        route.method(),
                        target(route.template(), session),
                        BODIES.getOrDefault(name, route.method().equals("GET") ? "" : "{}"),
                        "X-Dflockd-Session",
                        session,
                        "X-Client-Id",
                        "ann");

                assertThat(reply.status()).as(name).isNotEqualTo(500);
            }
        }
    }

    private static String target(String template, String session) {
        String id = template.startsWith("/v1/sessions/")
                ? session
                : template.startsWith("/l/")
                        ? POOL
                        : template.startsWith("/v1/nodes/") ? TASK : "1";
        return template.replace("{id}", id)
                // A stream that is refused, because it has no end.
                .replace("/v1/events", "/v1/events?kind=none")
                .replace("{key}", "k")
                .replace("{entities}", "apps")
                .replace("{entity}", "a")
                .replace("{lock}", "lock_1")
                .replace("{collection}", "data")
                .replace("{path}", "v")
                .replace("{node}", "n9")
                .replace("{number}", "1")
                .replace("{owner}", "ann")
                .replace("{api}", "locks")
                .replace("{fence}", "1");
    }

    @Test
    void renderingInTheLaneFailsAnAssertion() {
        CompletableFuture<byte[]> rendered = new CompletableFuture<>();
        Thread.ofPlatform().name(Engine.LANE_THREAD).start(() -> {
            try {
                rendered.complete(JsonValues.bytes(Map.of("a", 1)));
            } catch (AssertionError e) {
                rendered.completeExceptionally(e);
            }
        });

        assertThatThrownBy(() -> Client.await(rendered))
                .hasRootCauseInstanceOf(AssertionError.class);
    }
}
