package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests lists of many pages: complete, in the contract's shape, and without delaying others. */
final class LargeListsTest {

    /** More rows than one query visits at once. */
    private static final int MANY = 1_200;

    private static final int MESSAGE = 8_000;

    private final TestServer server = TestServer.ephemeral();
    private final Client client = server.client();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void faultListOfManyChunksIsComplete() {
        component();
        report(200, "x");
        Reply reply = client.get("/api/v1/faults");
        assertThat(reply.header("Transfer-Encoding")).contains("chunked");
        assertThat(reply.header("Content-Type")).contains("application/json");
        Set<String> codes = new HashSet<>();
        for (JsonNode item : reply.json().path("items")) {
            assertThat(item.path("source").asString()).isEqualTo("c");
            assertThat(item.path("message").asString()).hasSize(MESSAGE);
            codes.add(item.path("fault_code").asString());
        }
        assertThat(codes).hasSize(200);
        assertThat(client.get("/api/v1/components/c/faults")
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(200);
        assertThat(client.ask("HEAD", "/api/v1/faults", "").body()).isEmpty();
    }

    @Test
    void shortListHasAContentLength() {
        component();
        report(1, "x");
        Reply reply = client.get("/api/v1/faults");
        assertThat(reply.header("Content-Length")).isPresent();
        assertThat(reply.json().path("items").size()).isEqualTo(1);
    }

    @Test
    void http10ClientGetsALongListUntilTheConnectionCloses() throws IOException {
        component();
        report(50, "x");
        try (RawClient client = ask("GET /api/v1/faults HTTP/1.0\r\nHost: localhost\r\n\r\n")) {
            String reply = client.all();
            assertThat(reply).startsWith("HTTP/1.1 200 ").doesNotContain("chunked");
            String body = reply.substring(reply.indexOf("\r\n\r\n") + 4);
            assertThat(Reply.parse(body).path("items").size()).isEqualTo(50);
        }
    }

    @Test
    void slowReaderDelaysNoOtherClientAndIsNotRenderedAhead() throws IOException {
        component();
        report(2_500, "x");
        try (RawClient slow = ask("GET /api/v1/faults HTTP/1.0\r\nHost: localhost\r\n\r\n")) {
            assertThat(slow.text(1)).isEqualTo("H");
            // The reader has stopped. Others are served, and the rest of its list can still change.
            assertThat(server.session().lock("free").status()).isEqualTo(200);
            post("2499", "changed");
            String text = slow.all();
            JsonNode items =
                    Reply.parse(text.substring(text.indexOf("\r\n\r\n") + 4)).path("items");
            assertThat(items.size()).isEqualTo(2_500);
            assertThat(items.get(2_499).path("message").asString()).startsWith("changed");
        }
    }

    @Test
    void statsOfManyKeysHaveEachKeyOnce() {
        Caller session = server.session();
        Set<String> held = new HashSet<>();
        Set<String> idle = new HashSet<>();
        for (int i = 0; i < MANY; i++) {
            Reply locked = session.lock("k" + i);
            if (i % 3 == 0) {
                session.release("k" + i, locked.token());
                idle.add("k" + i);
            } else {
                held.add("k" + i);
            }
        }
        session.semaphore("s", 5);
        JsonNode http = client.get("/v1/stats").json();
        JsonNode line = Reply.parse(server.connect().ask("stats", "_", "_").substring(3));
        for (JsonNode stats : List.of(http, line)) {
            assertThat(keys(stats, "locks")).hasSize(held.size()).containsAll(held);
            assertThat(keys(stats, "idle_locks")).hasSize(idle.size()).containsAll(idle);
            assertThat(keys(stats, "semaphores")).containsExactly("s");
            assertThat(keys(stats, "idle_semaphores")).isEmpty();
        }
        assertThat(http.path("connections").asInt()).isPositive();
    }

    private static List<String> keys(JsonNode stats, String section) {
        List<String> keys = new ArrayList<>();
        stats.path(section).forEach(row -> keys.add(row.path("key").asString()));
        return keys;
    }

    @Test
    void queueCountsAProjectForEachNode() {
        StringBuilder nodes = new StringBuilder();
        for (int i = 0; i < MANY; i++) {
            nodes.append(i == 0 ? "" : ",")
                    .append("{\"id\":\"task-" + i + "\",\"type\":\"task\",\"title\":\"T\",")
                    .append("\"summary\":\"s\",\"project\":\"p" + i + "\"}");
        }
        String[] alice = {"Authorization", "Bearer alice"};
        Reply written = client.ask("POST", "/v1/nodes", "{\"nodes\":[" + nodes + "]}", alice);
        assertThat(written.status()).as(written.toString()).isEqualTo(200);
        JsonNode queue = client.get("/v1/queue?limit=7&offset=1100", alice).json();
        assertThat(queue.path("total_count").asInt()).isEqualTo(MANY);
        assertThat(queue.path("items").size()).isEqualTo(7);
        assertThat(queue.path("items").get(0).path("id").asString()).isEqualTo("task-1100");
        assertThat(queue.path("counts_by_project").size()).isEqualTo(MANY);
        assertThat(queue.path("counts_by_project").path("p700").asInt()).isEqualTo(1);
        assertThat(queue.path("counts_by_suggest").path("do").asInt()).isEqualTo(MANY);
        assertThat(queue.path("next_offset").asInt()).isEqualTo(1_107);
        JsonNode status = client.get("/v1/status?titles=1", alice).json();
        assertThat(status.path("projects").size()).isEqualTo(MANY);
        assertThat(status.path("titles").size()).isEqualTo(MANY + 1);
    }

    @Test
    void allWatchersOfAClaimAreNotified() {
        client.post("/v1/claims/", "{\"resource\":\"r\",\"ttl\":60}");
        List<CompletableFuture<Reply>> watches = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            watches.add(client.start("GET", "/v1/claims/1/", "", "Prefer", "wait=50"));
        }
        while (server.watches() < 300) {
            Thread.onSpinWait();
        }
        client.ask("PATCH", "/v1/claims/1/", "{\"status\":\"released\"}");
        for (CompletableFuture<Reply> watch : watches) {
            assertThat(Client.await(watch).text("status")).isEqualTo("released");
        }
        assertThat(server.watches()).isZero();
    }

    private void component() {
        assertThat(client.post("/api/v1/components", "{\"id\":\"c\"}").status()).isEqualTo(201);
    }

    private void report(int count, String text) {
        for (int i = 0; i < count; i++) {
            post(String.format("%04d", i), text);
        }
    }

    private void post(String code, String text) {
        String message = text + "y".repeat(MESSAGE - text.length());
        String body = "{\"fault_code\":\"" + code + "\",\"message\":\"" + message + "\"}";
        assertThat(client.post("/api/v1/components/c/faults", body).status()).isEqualTo(201);
    }

    private RawClient ask(String request) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(16 << 10);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.httpPort()));
        return new RawClient(socket).send(request);
    }
}
