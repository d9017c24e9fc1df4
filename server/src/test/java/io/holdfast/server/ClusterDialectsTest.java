package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.event.Event;
import io.holdfast.core.value.Space;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Tests every API with three members: each member sees and continues what another one did. */
@ExtendWith(SharedCluster.class)
final class ClusterDialectsTest {

    private static TestServers cluster;

    @BeforeAll
    static void start(TestServers shared) {
        cluster = shared;
    }

    private static Path audit(String node) {
        return cluster.directory().resolve(node + ".audit");
    }

    private static Reply ok(int status, Reply reply) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
        return reply;
    }

    /** Returns the answer that all members must give. */
    private static String everywhere(Function<Client, String> question) {
        String first = question.apply(cluster.client(1));
        assertThat(question.apply(cluster.client(2))).isEqualTo(first);
        assertThat(question.apply(cluster.client(3))).isEqualTo(first);
        return first;
    }

    @Test
    void returnAtOneMemberGrantsAWaiterAtAnother() {
        String pool = "/l/" + UUID.randomUUID();
        ok(200, cluster.client(1).ask("PUT", pool, "{\"count\":1}"));
        Reply held = ok(200, cluster.client(2).post(pool + "/borrow", "{\"ttl\":600}"));
        CompletableFuture<Reply> waiting =
                cluster.client(3).start("POST", pool + "/borrow", "{\"ttl\":600,\"wait\":300}");
        cluster.node(3)
                .awaitEvents(
                        1,
                        event -> event instanceof Event.Queued queued
                                && queued.name().space() == Space.POOLS);
        assertThat(everywhere(client -> client.get(pool).json().path("in_use").asString()))
                .isEqualTo("1");
        String lease = "{\"lease\":\"" + held.text("lease") + "\"}";
        ok(200, cluster.client(1).post(pool + "/return", lease));
        Reply next = ok(200, Client.await(waiting));
        assertThat(next.json().path("fence").asLong())
                .isGreaterThan(held.json().path("fence").asLong());
        assertThat(everywhere(client -> client.get(pool).json().path("in_use").asString()))
                .isEqualTo("1");
    }

    @Test
    void releaseAtOneMemberEndsAWatchAtAnother() {
        String body = "{\"resource\":\"r\",\"ttl\":600}";
        Reply first = ok(201, cluster.client(1).post("/v1/claims/", body));
        Reply second = ok(202, cluster.client(2).post("/v1/claims/", body));
        CompletableFuture<Reply> watch =
                cluster.client(3).start("GET", path(second), "", "Prefer", "wait=300");
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> cluster.node(3).server().watches() == 1 || watch.isDone());
        assertThat(watch).isNotDone();
        Reply released = cluster.client(2).ask("PATCH", path(first), "{\"status\":\"released\"}");
        assertThat(released.status()).as(released.toString()).isBetween(200, 204);
        assertThat(Client.await(watch).text("status")).isEqualTo("active");
        assertThat(everywhere(client -> client.get(path(second)).text("status")))
                .isEqualTo("active");
    }

    private static String path(Reply claim) {
        return claim.text("url").replaceFirst("^https?://[^/]+", "");
    }

    @Test
    void entityLockedAtOneMemberIsLockedAtAll() {
        String base = "/api/v1/";
        ok(201, cluster.client(1).post(base + "components", "{\"id\":\"c\"}"));
        String locks = base + "components/c/locks";
        String body = "{\"lock_expiration\":600}";
        Reply lock = ok(201, cluster.client(2).post(locks, body, "X-Client-Id", "alice-7e1f"));
        ok(409, cluster.client(3).post(locks, body, "X-Client-Id", "bob-93c0"));
        assertThat(everywhere(client -> client.get(locks).json().path("items").toString()))
                .contains(lock.text("id"));
        String own = locks + "/" + lock.text("id");
        ok(204, cluster.client(3).ask("DELETE", own, "", "X-Client-Id", "alice-7e1f"));
        ok(201, cluster.client(1).post(locks, body, "X-Client-Id", "bob-93c0"));
    }

    @Test
    void nodeClaimedAtOneMemberIsReleasedAtAnother() {
        String task = "---\\nid: task-t\\ntype: task\\ntitle: T\\nsummary: S\\n"
                + "date: 2026-06-21\\n---\\nBody.\\n";
        String write = "{\"nodes\":[{\"node\":\"" + task + "\",\"if_exists\":\"error\"}]}";
        String path = "/v1/nodes/task-t";
        ok(200, as("alice", 1, "POST", "/v1/nodes", write));
        ok(200, as("alice", 2, "POST", path + "/claim", "{}"));
        ok(409, as("bob", 3, "POST", path + "/claim", "{}"));
        ok(200, as("alice", 1, "POST", path + "/release", "{}"));
        ok(200, as("bob", 3, "POST", path + "/claim", "{}"));
        List<JsonNode> shown = new ArrayList<>();
        for (int node = 1; node <= 3; node++) {
            shown.add(as("alice", node, "GET", path, "").json());
        }
        assertThat(shown).allMatch(shown.getFirst()::equals);
    }

    private static Reply as(String person, int node, String method, String path, String body) {
        return cluster.client(node).ask(method, path, body, "Authorization", "Bearer " + person);
    }

    @Test
    void everyMemberReportsClusterBatchAndDiskMetrics() {
        for (int node = 1; node <= 3; node++) {
            ok(200, cluster.node(node).session().lock("shown-" + node));
        }
        // The leader may change between two requests.
        Awaitility.await()
                .atMost(60, TimeUnit.SECONDS)
                .untilAsserted(ClusterDialectsTest::everyNodeShowsOneGroup);
    }

    private static void everyNodeShowsOneGroup() {
        double syncs = 0;
        double leaders = 0;
        Set<Double> terms = new HashSet<>();
        for (int node = 1; node <= 3; node++) {
            String shown = cluster.client(node).get("/metrics").body();
            boolean leads = figure(shown, "holdfast_raft_is_leader") == 1;
            leaders += leads ? 1 : 0;
            terms.add(figure(shown, "holdfast_raft_term"));
            assertThat(figure(shown, "holdfast_raft_has_leader")).isOne();
            assertThat(figure(shown, "holdfast_raft_members")).isEqualTo(3);
            assertThat(figure(shown, "holdfast_raft_commit_index")).isPositive();
            assertThat(figure(shown, "holdfast_raft_applied_index"))
                    .isBetween(1.0, figure(shown, "holdfast_raft_commit_index"));
            assertThat(figure(shown, "holdfast_batch_commands_count")).isPositive();
            assertThat(figure(shown, "holdfast_batch_commands_sum"))
                    .isGreaterThanOrEqualTo(figure(shown, "holdfast_batch_commands_count"));
            assertThat(figure(shown, "holdfast_batch_commit_seconds_sum")).isPositive();
            // In one process, one of the servers counts the syncs of all.
            syncs += figure(shown, "holdfast_log_sync_seconds_count");
            assertThat(lagsShown(shown)).isEqualTo(leads ? 2 : 0);
        }
        assertThat(leaders).isOne();
        assertThat(terms).hasSize(1).allMatch(term -> term >= 1);
        assertThat(syncs).isPositive();
    }

    /** Returns the number of followers in the metrics and checks that their lags are plausible. */
    private static long lagsShown(String metrics) {
        List<String> peers = metrics.lines()
                .filter(line -> line.startsWith("holdfast_raft_follower_lag_entries{"))
                .map(line -> line.substring(line.indexOf('{'), line.indexOf('}') + 1))
                .toList();
        for (String peer : peers) {
            assertThat(figure(metrics, "holdfast_raft_follower_lag_entries" + peer))
                    .isBetween(0.0, 1000.0);
            assertThat(figure(metrics, "holdfast_raft_peer_heard_seconds" + peer))
                    .isBetween(0.0, 30.0);
        }
        return peers.size();
    }

    static double figure(String metrics, String name) {
        List<String> lines =
                metrics.lines().filter(line -> line.startsWith(name + " ")).toList();
        assertThat(lines).as(name).hasSize(1);
        return Double.parseDouble(lines.getFirst().substring(name.length() + 1));
    }

    @Test
    void actionIsAuditedOnceByTheMemberThatServedIt() {
        Caller caller = cluster.node(2).session();
        ok(200, caller.lock("audited"));
        // Audit lines follow the order of batches, so this line proves that earlier ones are
        // written.
        for (int node = 1; node <= 3; node++) {
            ok(200, new Caller(cluster.client(node), caller.id()).lock("end-of-" + node));
            String end = "end-of-" + node;
            Path file = audit("n" + node);
            Awaitility.await()
                    .atMost(30, TimeUnit.SECONDS)
                    .until(() -> Files.readString(file).contains(end));
        }
        assertThat(lines("n1")).isZero();
        assertThat(lines("n2")).isOne();
        assertThat(lines("n3")).isZero();
    }

    private static long lines(String node) {
        try {
            return Files.readAllLines(audit(node)).stream()
                    .filter(line -> line.contains("\"resource\":\"audited\""))
                    .count();
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
