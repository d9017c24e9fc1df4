package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.log.backup.Restore;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests retries at another member after a lost member or reply, and stale reads. */
@ExtendWith(SharedCluster.class)
final class ClusterHabitsTest {

    private static final String TRY = "{\"acquire_timeout_s\":0}";

    private static TestServers cluster;

    private final String name = "h" + UUID.randomUUID().toString().replace("-", "");
    private final String[] repeated = {"Idempotency-Key", name};

    @BeforeAll
    static void start(TestServers shared) {
        cluster = shared;
    }

    /** Sends the same request to each member in turn. */
    private static List<Reply> everywhere(int status, Function<Client, Reply> request) {
        List<Reply> replies = new ArrayList<>();
        for (TestServer node : cluster.nodes()) {
            Reply reply = request.apply(node.client());
            assertThat(reply.status()).as(reply.toString()).isEqualTo(status);
            replies.add(reply);
        }
        return replies;
    }

    private static void areOne(List<Reply> replies, Function<Reply, String> what) {
        assertThat(replies.stream().map(what).distinct()).hasSize(1);
    }

    @Test
    void lockRetriedAtAnotherMemberIsGrantedOnce() {
        String session = cluster.node(1).session().id();
        List<Reply> replies = everywhere(
                200, client -> new Caller(client, session).post("locks/" + name, TRY, repeated));
        areOne(replies, Reply::body);
        Caller other = new Caller(cluster.client(2), session);
        assertThat(other.release(name, replies.getFirst().token()).status()).isEqualTo(204);
        assertThat(other.lock(name).fence()).isGreaterThan(replies.getFirst().fence());
    }

    @Test
    void sessionRetriedAtAnotherMemberIsTheSame() {
        areOne(
                everywhere(200, client -> client.post("/v1/sessions", "", repeated)),
                reply -> reply.text("session_id"));
    }

    @Test
    void borrowRetriedAtAnotherMemberIsGrantedOnce() {
        String pool = "/l/" + UUID.randomUUID();
        cluster.client(1).ask("PUT", pool, "{\"count\":5}");
        areOne(
                everywhere(200, client -> client.post(pool + "/borrow", "{\"ttl\":600}", repeated)),
                Reply::body);
        areOne(everywhere(200, client -> client.get(pool)), reply -> reply.text("in_use"));
        assertThat(cluster.client(2).get(pool).text("in_use")).isEqualTo("1");
    }

    @Test
    void claimRetriedAtAnotherMemberIsCreatedOnce() {
        String body = "{\"resource\":\"" + name + "\",\"ttl\":600}";
        areOne(
                everywhere(201, client -> client.post("/v1/claims/", body, repeated)),
                reply -> reply.text("url").replaceFirst("^https?://[^/]+", ""));
    }

    @Test
    void entityLockRetriedAtAnotherMemberIsGrantedOnce() {
        cluster.client(1).post("/api/v1/components", "{\"id\":\"" + name + "\"}");
        String locks = "/api/v1/components/" + name + "/locks";
        String[] headers = {"X-Client-Id", "alice-7e1f", "Idempotency-Key", name};
        areOne(
                everywhere(201, client -> client.post(locks, "{\"lock_expiration\":600}", headers)),
                Reply::body);
    }

    @Test
    void extensionRetriedAtAnotherMemberExtendsOnce() {
        String text = "---\\nid: task-" + name + "\\ntype: task\\ntitle: T\\nsummary: S\\n"
                + "date: 2026-06-21\\n---\\nBody.\\n";
        String[] headers = {"Authorization", "Bearer alice", "Idempotency-Key", name};
        String[] alice = {"Authorization", "Bearer alice"};
        String node = "/v1/nodes/task-" + name;
        String body = "{\"nodes\":[{\"node\":\"" + text + "\",\"if_exists\":\"error\"}]}";
        assertThat(cluster.client(1).post("/v1/nodes", body, alice).status()).isEqualTo(200);
        assertThat(cluster.client(2).post(node + "/claim", "{}", alice).status())
                .isEqualTo(200);
        areOne(
                everywhere(200, client -> client.post(node + "/extend", "{\"ms\":1000}", headers)),
                Reply::body);
    }

    @Test
    void sessionIsKeptAliveThroughAnyMember() {
        String session = cluster.node(1).session().id();
        everywhere(204, client -> new Caller(client, session).ping());
        assertThat(new Caller(cluster.client(3), session).delete().status()).isEqualTo(204);
        everywhere(410, client -> new Caller(client, session).ping());
    }

    @Test
    void backupOfAnyMemberRestoresWithHigherFences(@TempDir Path directory) throws Exception {
        String session = cluster.node(1).session().id();
        Reply held = new Caller(cluster.client(2), session).lock(name);
        FakeClock clock = new FakeClock();
        for (TestServer node : cluster.nodes()) {
            Path file = directory.resolve(node.httpPort() + ".backup");
            String url = node.client().base() + "/v1/backup";
            assertThat(Http.send(Http.request("GET", url, ""), BodyHandlers.ofFile(file))
                            .statusCode())
                    .isEqualTo(200);
            Path restored = directory.resolve(node.httpPort() + ".data");
            new Restore(file, restored, "n1", false, 0).run(clock);
            try (TestServer alone = TestServer.durable(clock, restored)) {
                Caller caller = new Caller(alone.client(), session);
                assertThat(caller.release(name, held.token()).status()).isEqualTo(204);
                assertThat(caller.lock(name).fence()).isGreaterThan(held.fence());
            }
        }
    }

    @Test
    void staleReadReportsTheMembersIndex() {
        String pool = "/l/" + UUID.randomUUID();
        cluster.client(1).ask("PUT", pool, "{\"count\":5}");
        List<String> reads = List.of("/v1/stats", "/v1/claims/", "/api/v1/areas", pool);
        for (String path : reads) {
            // Ensures that no member is behind the state that it is asked for.
            everywhere(200, client -> client.get(path));
            for (Reply reply : everywhere(200, c -> c.get(path, "Holdfast-Read", "stale"))) {
                assertThat(reply.header("Holdfast-Read").orElse(""))
                        .as(path)
                        .matches("stale; index=[0-9]+");
            }
            everywhere(200, client -> client.get(path))
                    .forEach(reply -> assertThat(reply.header("Holdfast-Read")).isEmpty());
        }
    }
}
