package io.holdfast.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.event.Event;
import io.holdfast.core.query.Query.ClaimCounts;
import io.holdfast.core.query.Query.MemoryGauges;
import io.holdfast.core.query.Query.PoolsGauges;
import io.holdfast.core.query.Query.UseGauges;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Space;
import io.holdfast.server.Http;
import io.holdfast.server.RawClient;
import io.holdfast.server.Ways;
import io.holdfast.server.auth.Role;
import io.holdfast.server.http.Dialect;
import io.holdfast.server.http.EdgePolicy;
import io.holdfast.server.http.ErrorShape;
import io.holdfast.server.http.HttpListener;
import io.holdfast.server.http.ListenerOptions;
import io.holdfast.server.http.RefusalShape;
import io.holdfast.server.http.Route;
import io.holdfast.server.http.RouteTable;
import io.holdfast.server.net.ConnectionCapacity;
import io.holdfast.server.net.EventLoops;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpsRoutesTest {

    private static final Vertx VERTX = EventLoops.start(1);
    private static final Dialect DIALECT = new Dialect("test", ErrorShape.JSON, RefusalShape.JSON);
    private static final EdgePolicy TOKEN =
            new EdgePolicy(Ways.shared("s3cret"), List.of(), 0, 0, List.of());

    private final AtomicReference<Readiness> readiness = new AtomicReference<>(Readiness.READY);
    private final AtomicReference<String> detail = new AtomicReference<>("");
    private final Metrics metrics = new Metrics(
            readiness::get,
            () -> new StateCounts(
                    1,
                    2,
                    3,
                    4,
                    5,
                    6,
                    new PoolsGauges(7, 8, 9),
                    new ClaimCounts(10, 11, 12),
                    List.of(new UseGauges(Space.NODES, 15, 16)),
                    new MemoryGauges(13, 14, 17, 18, 19, Long.MAX_VALUE)));
    private HttpListener listener = listener(TOKEN, false);

    private HttpListener listener(EdgePolicy policy, boolean metricsPublic) {
        List<Route> routes = new ArrayList<>(
                OpsRoutes.of(DIALECT, readiness::get, detail::get, metrics, metricsPublic));
        routes.add(Route.of(
                        "POST",
                        "/v1/locks/{key}",
                        DIALECT,
                        "lock",
                        exchange -> exchange.replyEmpty(204))
                .needs(Role.USER));
        return new HttpListener(
                VERTX,
                ListenerOptions.on("127.0.0.1", 0),
                ConnectionCapacity.ofProcess(),
                policy,
                RouteTable.of(routes, DIALECT),
                metrics);
    }

    @BeforeEach
    void start() throws IOException {
        listener.start();
    }

    @AfterEach
    void stop() {
        listener.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    private HttpResponse<String> ask(String method, String path, String... headers)
            throws IOException {
        String url = "http://127.0.0.1:" + listener.port() + path;
        return Http.send(Http.request(method, url, "", headers), BodyHandlers.ofString());
    }

    private String scrape() throws Exception {
        HttpResponse<String> response = ask("GET", "/metrics", "Authorization", "Bearer s3cret");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValue("text/plain; version=0.0.4; charset=utf-8");
        return response.body();
    }

    @Test
    void healthNeedsNoToken() throws Exception {
        HttpResponse<String> response = ask("GET", "/health");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"status\":\"ok\"}\n");
        assertThat(ask("HEAD", "/health").statusCode()).isEqualTo(200);
    }

    @Test
    void healthAndReadinessAnswerAnyHost() throws Exception {
        listener.close();
        listener = listener(EdgePolicy.LOCAL, false);
        listener.start();
        for (String path : List.of("/health", "/ready")) {
            try (RawClient client = new RawClient(listener.port())) {
                String headers = "Host: pod-7.internal:8080\r\nConnection: close\r\n\r\n";
                String answer =
                        client.send("GET " + path + " HTTP/1.1\r\n" + headers).all();
                assertThat(answer).as(path).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "READY,200,ok",
        "DRAINING,503,draining",
        "NOT_READY,503,not_ready",
        "FOUNDING,503,founding",
        "JOINING,503,joining",
        "NO_LEADER,503,no_leader",
        "STORAGE_FAILED,503,storage_failed",
        "REMOVED,503,removed"
    })
    void readinessReportsTheReason(Readiness now, int status, String text) throws Exception {
        readiness.set(now);
        HttpResponse<String> response = ask("GET", "/ready");
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo("{\"status\":\"" + text + "\"}\n");
        assertThat(response.headers().firstValue("Retry-After").isPresent())
                .isEqualTo(status == 503);
    }

    @Test
    void detailSaysWhyPeersAreNotConnected() throws Exception {
        readiness.set(Readiness.FOUNDING);
        detail.set("n2 is not connected (refused): \"n2:1\"");
        assertThat(ask("GET", "/ready").body())
                .isEqualToIgnoringNewLines("{\"status\":\"founding\",\"detail\":\"n2 is not"
                        + " connected (refused): \\\"n2:1\\\"\"}");
    }

    @Test
    void metricsNeedTheTokenUnlessTheyArePublic() throws Exception {
        assertThat(ask("GET", "/metrics").statusCode()).isEqualTo(401);
        listener.close();
        listener = listener(TOKEN, true);
        listener.start();
        assertThat(ask("GET", "/metrics").statusCode()).isEqualTo(200);
    }

    @Test
    void requestsAreCountedByTemplateMethodAndStatus() throws Exception {
        ask("POST", "/v1/locks/secret-key", "Authorization", "Bearer s3cret");
        ask("POST", "/v1/locks/other", "Authorization", "Bearer s3cret");
        ask("GET", "/v1/locks/other", "Authorization", "Bearer s3cret");
        ask("BREW", "/coffee", "Authorization", "Bearer s3cret");
        ask("HEAD", "/health");
        String lock = "{method=\"POST\",path=\"/v1/locks/{key}\",";
        assertThat(scrape())
                .contains(requests("POST", "/v1/locks/{key}", 204) + "2.0\n")
                .contains(requests("GET", "unmatched", 405) + "1.0\n")
                .contains(requests("OTHER", "unmatched", 404) + "1.0\n")
                .contains(requests("HEAD", "/health", 200) + "1.0\n")
                .contains("dflockd_http_request_duration_seconds_count" + lock
                        + "status=\"204\"} 2\n")
                .contains("dflockd_http_request_duration_seconds_sum" + lock + "status=\"204\"} ")
                .contains(
                        "holdfast_http_request_duration_seconds_bucket" + lock + "le=\"+Inf\"} 2\n")
                .doesNotContain("secret-key")
                .doesNotContain("BREW");
    }

    private static String requests(String method, String path, int status) {
        return "dflockd_http_requests_total{method=\"%s\",path=\"%s\",status=\"%d\"} "
                .formatted(method, path, status);
    }

    @Test
    void dflockdGaugesAreServed() throws Exception {
        assertThat(scrape())
                .contains("dflockd_ready 1.0\n")
                .contains("dflockd_uptime_seconds ")
                .contains("dflockd_connections 1.0\n")
                .contains("dflockd_http_sessions 2.0\n")
                .contains("dflockd_locks_held 3.0\n")
                .contains("dflockd_lock_waiters 4.0\n")
                .contains("dflockd_semaphore_holders 5.0\n")
                .contains("dflockd_semaphore_waiters 6.0\n")
                .contains("holdfast_claims_active 10.0\n")
                .contains("holdfast_claims_waiting 11.0\n")
                .contains("holdfast_claims_finished 12.0\n")
                .contains("holdfast_state_bytes 13.0\n")
                .contains("holdfast_state_bytes_max 14.0\n")
                .contains("jvm_memory_used_bytes");
        readiness.set(Readiness.DRAINING);
        assertThat(scrape()).contains("dflockd_ready 0.0\n");
    }

    @Test
    void eventMetricsContainNoNames() throws Exception {
        ResourceName name = new ResourceName("default", Space.LOCKS, "secret-key");
        metrics.happened(new Event.Granted(name, 1, 0, 1, "owner", 0));
        metrics.happened(new Event.Granted(name, 2, 0, 1, "owner", 2_000_000_000L));
        metrics.happened(new Event.Ended(name, 1, 1, "owner", Event.GrantEnd.EXPIRED, 5));
        metrics.happened(new Event.WaitEnded(name, 1, "owner", Event.WaitEnd.TIMED_OUT, 5));
        metrics.batch(3, 400_000);
        assertThat(scrape())
                .contains("holdfast_grant_wait_seconds_bucket{api=\"locks\",le=\"0.0\"} 1\n")
                .contains("holdfast_grant_wait_seconds_count{api=\"locks\"} 2\n")
                .contains("holdfast_grants_ended_total{api=\"locks\",reason=\"expired\"} 1.0\n")
                .contains("holdfast_waits_ended_total{api=\"locks\",reason=\"timed_out\"} 1.0\n")
                .contains("holdfast_grants_held{api=\"nodes\"} 15.0\n")
                .contains("holdfast_waiters{api=\"nodes\"} 16.0\n")
                .contains("holdfast_history_bytes_max 18.0\n")
                .contains("holdfast_outcomes_bytes_max 0.0\n")
                .contains("holdfast_batch_commands_bucket{le=\"4.0\"} 1\n")
                .contains("holdfast_batch_commit_seconds_count 1\n")
                .doesNotContain("secret-key")
                .doesNotContain("owner");
    }
}
