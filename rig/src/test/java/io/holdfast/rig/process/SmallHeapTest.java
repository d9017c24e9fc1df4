package io.holdfast.rig.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fills a real process with a heap of 128 MB through every API within its default limits. The
 * amounts are half of those that once killed a process with 256 MB.
 */
final class SmallHeapTest {

    private static final int AT_ONCE = 200;

    /** So many large bodies fit into the memory that one address may use. */
    private static final int LARGE_AT_ONCE = 20;

    private static final int ITEMS = 50_000;

    /** Several, because the items of one are limited to 10,000. */
    private static final int COMPONENTS = 10;

    private static final int OTHERS = 2_000;
    private static final String NODE = """
            {"nodes":[{"if_exists":"error","node":"---\\nid: task-1\\ntype: task\\n\
            title: A task\\nsummary: What\\ndate: 2026-06-21\\n---\\n%s"}]}""";

    @TempDir
    private Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ServerProcess server;

    @BeforeEach
    void start() throws IOException {
        ServerCommand command = ServerCommand.durable(
                directory.resolve("data"), "--http-session-idle-timeout", "0");
        server = ServerProcess.start(
                new ServerCommand(List.of("-Xmx128m"), command.flags(), ""), directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void processSurvivesFullStateOfEveryApi() {
        String session = text(ask("POST", "/v1/sessions", "{}"), "session_id");
        String token = text(lock(session, "held"), "token");
        for (int c = 0; c < COMPONENTS; c++) {
            assertThat(ask("POST", "/api/v1/components", "{\"id\":\"c" + c + "\"}")
                            .statusCode())
                    .isEqualTo(201);
        }

        String id = "k".repeat(1_890);
        Map<Integer, Integer> items = fill(ITEMS, i -> request("PUT", item(id, i), "{\"data\":1}"));
        assertThat(items.keySet()).containsExactlyInAnyOrder(200, 507);

        String data = "x".repeat(60_000);
        Map<Integer, Integer> claims = fill(
                150,
                LARGE_AT_ONCE,
                i -> request(
                        "POST",
                        "/v1/claims/",
                        "{\"resource\":\"r" + i + "\",\"ttl\":600,\"user_data\":\"" + data
                                + "\"}"));
        assertThat(claims.keySet()).containsExactly(503);
        assertThat(fill(OTHERS, i -> request("POST", "/v1/sessions", "{}"))).containsKey(507);
        assertThat(fill(OTHERS, i -> lockRequest(session, "key-" + i))).containsKey(507);
        assertThat(ask(
                                "POST",
                                "/v1/nodes",
                                NODE.formatted("x".repeat(6_000)),
                                "Authorization",
                                "Bearer ann")
                        .body())
                .contains("quota_exceeded");

        assertThat(server.alive()).as(server.excerpt()).isTrue();
        assertThat(ask(
                                "POST",
                                "/v1/locks/held/renew",
                                "{\"token\":\"" + token + "\"}",
                                "X-Dflockd-Session",
                                session)
                        .statusCode())
                .isEqualTo(200);
        assertThat(ask(
                                "POST",
                                "/v1/locks/held/release",
                                "{\"token\":\"" + token + "\"}",
                                "X-Dflockd-Session",
                                session)
                        .statusCode())
                .isEqualTo(204);

        assertThat(fill(OTHERS, i -> request("DELETE", item(id, i), ""))).containsKey(204);
        assertThat(lock(session, "new").statusCode()).isEqualTo(200);
        assertThat(ask("GET", "/metrics", "").body())
                .contains("holdfast_state_bytes_max 6.7108864E7");
        assertThat(server.alive()).as(server.excerpt()).isTrue();
    }

    private static String item(String id, int i) {
        return "/api/v1/components/c" + i % COMPONENTS + "/configurations/" + id + i;
    }

    /** Sends this number of requests, some at a time, and counts the statuses of the replies. */
    private Map<Integer, Integer> fill(int count, IntFunction<HttpRequest> requests) {
        return fill(count, AT_ONCE, requests);
    }

    private Map<Integer, Integer> fill(int count, int atOnce, IntFunction<HttpRequest> requests) {
        Map<Integer, Integer> statuses = new TreeMap<>();
        for (int from = 0; from < count; from += atOnce) {
            List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
            for (int i = from; i < Math.min(count, from + atOnce); i++) {
                sent.add(client.sendAsync(requests.apply(i), BodyHandlers.ofString()));
            }
            sent.forEach(reply -> statuses.merge(reply.join().statusCode(), 1, Integer::sum));
        }
        return statuses;
    }

    private HttpResponse<String> lock(String session, String key) {
        return client.sendAsync(lockRequest(session, key), BodyHandlers.ofString())
                .join();
    }

    private HttpRequest lockRequest(String session, String key) {
        return request(
                "POST",
                "/v1/locks/" + key,
                "{\"acquire_timeout_s\":0,\"lease_ttl_s\":600}",
                "X-Dflockd-Session",
                session);
    }

    private HttpResponse<String> ask(String method, String path, String body, String... headers) {
        return client.sendAsync(request(method, path, body, headers), BodyHandlers.ofString())
                .join();
    }

    private HttpRequest request(String method, String path, String body, String... headers) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + path))
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            builder.headers(headers);
        }
        return builder.build();
    }

    private static String text(HttpResponse<String> reply, String field) {
        Matcher found = Pattern.compile("\"" + field + "\":\"([^\"]+)\"").matcher(reply.body());
        assertThat(found.find()).as(reply.body()).isTrue();
        return found.group(1);
    }
}
