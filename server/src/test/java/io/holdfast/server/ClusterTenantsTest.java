package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.auth.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Tests that identities, quotas and entities are the same at every member. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ClusterTenantsTest {

    private static final String TRY = "{\"acquire_timeout_s\":0}";

    @TempDir
    private static Path directory;

    private static TestServers cluster;
    private static Tokens tokens;
    private static String ann;
    private static String ben;
    private static String rita;

    @BeforeAll
    static void start() throws IOException {
        tokens = new Tokens(directory);
        ann = tokens.make("ann", null, "blue", Role.ADMIN);
        ben = tokens.make("ben", null, "red", Role.USER);
        rita = tokens.of("rita", Role.READER);
        Path quotas = directory.resolve("quotas.yaml");
        Files.writeString(quotas, "red: {max-keys: 2}\n");
        for (int node = 1; node <= 3; node++) {
            manifest(node, "shared");
        }
        cluster = TestServers.start(
                directory,
                node -> List.of(
                        "--tokens-file",
                        tokens.path(),
                        "--tenants-file",
                        quotas.toString(),
                        "--entities-manifest",
                        directory.resolve(node + ".yaml").toString()));
    }

    private static void manifest(int node, String component) throws IOException {
        Files.writeString(directory.resolve("n" + node + ".yaml"), """
                manifest_version: "1.0"
                components:
                  - id: %s
                """.formatted(component));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Reply ask(
            int node, String token, String method, String path, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Authorization";
        all[1] = "Bearer " + token;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return cluster.client(node).ask(method, path, body, all);
    }

    private static Reply lock(int node, String token, String session, String key) {
        return ask(node, token, "POST", "/v1/locks/" + key, TRY, "X-Dflockd-Session", session);
    }

    private static String session(int node, String token) {
        return ask(node, token, "POST", "/v1/sessions", "").text("session_id");
    }

    @Test
    @Order(1)
    void quotaAppliesAcrossMembersAndTenantsAreIsolated() {
        String red = session(1, ben);
        assertThat(lock(1, ben, red, "a").status()).isEqualTo(200);
        assertThat(lock(2, ben, red, "b").status()).isEqualTo(200);
        for (int node = 1; node <= 3; node++) {
            Reply refused = lock(node, ben, red, "c");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.error()).isEqualTo("max_locks");
        }
        String blue = session(2, ann);
        assertThat(lock(3, ann, blue, "a").text("status")).isEqualTo("ok");
        assertThat(lock(3, ann, blue, "c").text("status")).isEqualTo("ok");
        assertThat(lock(3, ann, red, "d").error()).isEqualTo("session_gone");
        for (int node = 1; node <= 3; node++) {
            assertThat(ask(node, ben, "GET", "/v1/stats", "").json().path("locks"))
                    .hasSize(2);
        }
    }

    @Test
    @Order(2)
    void rolesAreTheSameAtEveryMember() {
        String guest = tokens.of("gus", Role.USER);
        for (int node = 1; node <= 3; node++) {
            int asked = node;
            assertThat(ask(node, rita, "GET", "/v1/stats", "").status()).isEqualTo(200);
            assertThat(ask(node, rita, "POST", "/v1/sessions", "").status()).isEqualTo(403);
            assertThat(ask(node, ben, "GET", "/v1/backup", "").status()).isEqualTo(403);
            assertThat(ask(node, "nobody", "GET", "/v1/stats", "").status()).isEqualTo(401);
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> ask(asked, guest, "GET", "/v1/stats", "").status() == 200);
        }
        tokens.revoke(guest);
        for (int node = 1; node <= 3; node++) {
            int asked = node;
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> ask(asked, guest, "GET", "/v1/stats", "").status() == 401);
        }
    }

    @Test
    @Order(3)
    void lastLoadedManifestAppliesToAllMembers() throws Exception {
        String components = "/api/v1/components";
        String gus = tokens.of("gusti", Role.USER);
        for (int node = 1; node <= 3; node++) {
            int asked = node;
            Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> ask(asked, gus, "GET", components, "").status() == 200);
            assertThat(ask(node, gus, "GET", components, "").body()).contains("\"shared\"");
        }
        manifest(2, "second");
        cluster.node(2).reload();
        for (int node = 1; node <= 3; node++) {
            assertThat(ask(node, gus, "GET", components, "").body())
                    .contains("\"second\"")
                    .doesNotContain("\"shared\"");
        }
    }

    @Test
    @Order(4)
    void waiterAtAStoppingMemberGets503AndContinuesElsewhere() {
        String holder = session(1, ann);
        String waiter = session(3, ann);
        String token = lock(1, ann, holder, "drained").token();
        CompletableFuture<Reply> waiting = cluster.client(3)
                .start(
                        "POST",
                        "/v1/locks/drained",
                        "{\"acquire_timeout_s\":600}",
                        "Authorization",
                        "Bearer " + ann,
                        "X-Dflockd-Session",
                        waiter);
        cluster.awaitQueued("drained", 1);
        cluster.node(3).stop();
        Reply told = Client.await(waiting);
        assertThat(told.status()).isEqualTo(503);
        assertThat(told.error()).isEqualTo("draining");
        assertThat(told.header("Retry-After")).isPresent();
        String release = "{\"token\":\"" + token + "\"}";
        assertThat(ask(
                                2,
                                ann,
                                "POST",
                                "/v1/locks/drained/release",
                                release,
                                "X-Dflockd-Session",
                                holder)
                        .status())
                .isEqualTo(204);
        assertThat(lock(2, ann, waiter, "drained").text("status")).isEqualTo("ok");
    }
}
