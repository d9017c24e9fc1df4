package io.holdfast.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Caller;
import io.holdfast.server.Client;
import io.holdfast.server.FakeClock;
import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the metrics of grants and waits by API. */
final class ApiMetricsTest {

    private static String metrics(TestServer server) {
        return server.client().get("/metrics").body();
    }

    @Test
    void grantsAndWaitsAreCountedByApiAndReason() {
        try (TestServer server = TestServer.ephemeral()) {
            Caller holder = server.session();
            String token = holder.lock("secret-key").token();
            CompletableFuture<Reply> next = server.session().lockWithin("secret-key", 60);
            CompletableFuture<Reply> late = server.session().lockWithin("secret-key", 2);
            server.awaitQueued("secret-key", 2);
            server.clock().advanceSeconds(3);
            assertThat(Client.await(late).text("status")).isEqualTo("timeout");
            holder.release("secret-key", token);
            assertThat(Client.await(next).status()).isEqualTo(200);
            String pool = "/l/" + UUID.randomUUID();
            server.client().ask("PUT", pool, "{\"count\":2}");
            server.client().post(pool + "/borrow", "{\"ttl\":5}");
            assertThat(metrics(server))
                    .contains("holdfast_grants_held{api=\"pools\"} 1.0\n")
                    .contains("holdfast_grants_total{api=\"locks\"} 2.0\n")
                    .contains("holdfast_grants_held{api=\"locks\"} 1.0\n")
                    .contains("holdfast_waiters{api=\"locks\"} 0.0\n")
                    .contains("holdfast_waits_started_total{api=\"locks\"} 2.0\n")
                    .contains(ended("waits", "locks", "timed_out") + "1.0\n")
                    .contains(ended("grants", "locks", "released") + "1.0\n")
                    .contains("holdfast_grant_wait_seconds_sum{api=\"locks\"} 3.0\n")
                    .contains("holdfast_grant_wait_seconds_bucket{api=\"locks\",le=\"0.0\"} 1\n")
                    .contains("holdfast_grant_hold_seconds_sum{api=\"locks\"} 3.0\n")
                    .contains("holdfast_grant_hold_seconds_count{api=\"locks\"} 1\n")
                    .contains("holdfast_grants_held{api=\"nodes\"} 0.0\n")
                    .doesNotContain("secret-key")
                    .doesNotContain(pool.substring(3));
            server.clock().advanceSeconds(6);
            assertThat(metrics(server)).contains(ended("grants", "pools", "expired") + "1.0\n");
        }
    }

    @Test
    void brokenGrantsAreCounted() {
        try (TestServer server = TestServer.ephemeral()) {
            server.session().lock("k");
            String body = "{\"reason\":\"its holder is gone\"}";
            assertThat(server.client().ask("DELETE", holders(server), body).status())
                    .isEqualTo(204);
            assertThat(metrics(server))
                    .contains(ended("grants", "locks", "broken") + "1.0\n")
                    .contains("holdfast_grants_held{api=\"locks\"} 0.0\n");
        }
    }

    private static String holders(TestServer server) {
        String path = "/v1/resources/locks/k";
        long fence = server.client()
                .get(path)
                .json()
                .path("holders")
                .path(0)
                .path("fence")
                .asLong();
        return path + "/holders/" + fence;
    }

    @Test
    @OneNode("restarts a server on its directory")
    void replayedEventsAreNotCountedAgain(@TempDir Path directory) {
        FakeClock clock = new FakeClock();
        try (TestServer server = TestServer.durable(clock, directory)) {
            Caller caller = server.session();
            caller.release("k", caller.lock("k").token());
            caller.lock("held");
            assertThat(metrics(server)).contains("holdfast_grants_total{api=\"locks\"} 2.0\n");
        }
        try (TestServer server = TestServer.durable(clock, directory)) {
            assertThat(metrics(server))
                    .contains("holdfast_grants_total{api=\"locks\"} 0.0\n")
                    .contains("holdfast_grant_hold_seconds_count{api=\"locks\"} 0\n")
                    .contains(ended("grants", "locks", "released") + "0.0\n")
                    .contains("holdfast_grants_held{api=\"locks\"} 1.0\n");
        }
    }

    private static String ended(String what, String api, String reason) {
        return "holdfast_%s_ended_total{api=\"%s\",reason=\"%s\"} ".formatted(what, api, reason);
    }
}
