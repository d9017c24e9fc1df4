package io.holdfast.server.entities;

import static io.holdfast.server.entities.EntityClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Tests configuration, reply shapes and paths. The numbers are those of the contract's sentences.
 */
final class SurfaceTest {

    @TempDir
    private Path directory;

    private TestServer server(String params) throws IOException {
        Path file = Files.writeString(directory.resolve("params.yaml"), params);
        return TestServer.ephemeral("--entities-params", file.toString());
    }

    @Test
    @DisplayName(
            "43. With locking disabled all five endpoints are 501 not-implemented and writes are free.")
    void lockingCanBeDisabled() throws IOException {
        try (TestServer server = server("""
                locking:
                  enabled: false
                  defaults:
                    apps: {lock_required_scopes: [data]}
                """)) {
            EntityClient.example(server);
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            EntityClient nobody = EntityClient.of(server, "");
            for (EntityClient client : List.of(alice, nobody)) {
                for (Reply reply : List.of(
                        client.lock("apps/a", 10),
                        client.get("apps/a/locks"),
                        client.get("apps/none/locks/lock_1"),
                        client.extend("apps/a", "lock_1", 0),
                        client.release("components/a", "lock_1"))) {
                    refused(reply, 501, "not-implemented");
                    assertThat(reply.text("message"))
                            .isEqualTo("Locking is not enabled on this gateway");
                }
            }
            assertThat(nobody.write("apps/a", "1").status()).isEqualTo(200);
            JsonNode root = server.client().get("/api/v1/").json();
            assertThat(root.path("capabilities").path("locking").asBoolean()).isFalse();
            assertThat(alice.get("apps/a").body()).doesNotContain("locks");
        }
    }

    @Test
    @DisplayName("44. A per-entity max_expiration may be above or below the global one.")
    void entityMaximumOverridesTheGlobalOne() throws IOException {
        try (TestServer server = server("locking: {default_max_expiration: 100}")) {
            EntityClient.register(server, "apps", "{'id':'more','lock':{'max_expiration':7200}}");
            EntityClient.register(server, "apps", "{'id':'less','lock':{'max_expiration':5}}");
            EntityClient.register(server, "apps", "{'id':'same','lock':{'max_expiration':-1}}");
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            assertThat(alice.lock("apps/more", 7200).status()).isEqualTo(201);
            assertThat(alice.lock("apps/less", 6).status()).isEqualTo(400);
            assertThat(alice.lock("apps/less", 5).status()).isEqualTo(201);
            assertThat(alice.lock("apps/same", 101).status()).isEqualTo(400);
            assertThat(alice.lock("apps/same", 100).status()).isEqualTo(201);
        }
    }

    @Test
    @DisplayName("45. lock_required_scopes: [\"\"] means none.")
    void emptyRequiredScopeMeansNone() throws IOException {
        try (TestServer server = server("""
                ros2_medkit_gateway:
                  ros__parameters:
                    server: {port: 8080}
                    locking:
                      defaults:
                        components: {lock_required_scopes: [""]}
                        apps:
                          lock_required_scopes: [configurations]
                """)) {
            EntityClient.example(server);
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            assertThat(alice.configure("components/c", "1").status()).isEqualTo(200);
            refused(alice.configure("apps/a", "1"), 409, "invalid-request");
        }
    }

    @Test
    void overrideIsMergedKeyByKey() throws IOException {
        try (TestServer server = server("""
                locking:
                  defaults:
                    apps: {lock_required_scopes: [data], breakable: false}
                """)) {
            EntityClient.register(server, "apps", "{'id':'a','lock':{'breakable':true}}");
            EntityClient.register(server, "apps", "{'id':'b','lock':{'required_scopes':[]}}");
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            refused(alice.write("apps/a", "1"), 409, "invalid-request");
            alice.lock("apps/a", 10);
            assertThat(alice.breakLock("apps/a", 10).status()).isEqualTo(201);
            assertThat(alice.write("apps/b", "1").status()).isEqualTo(200);
            alice.lock("apps/b", 10);
            refused(alice.breakLock("apps/b", 10), 409, "invalid-request");
        }
    }

    @Test
    @DisplayName(
            "48. The 501, 404 and 409 bodies all carry string error_code and message; parameters is absent rather than empty.")
    void errorsHaveOneShape() {
        try (TestServer server = TestServer.ephemeral()) {
            EntityClient.example(server);
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            alice.lock("apps/a", 10);
            for (Reply reply : List.of(
                    alice.lock("apps/a", 10),
                    alice.lock("apps/none", 10),
                    alice.get("apps/a/locks/lock_9"),
                    EntityClient.of(server, "bob").release("apps/a", "lock_1"),
                    alice.get("nothing/here"),
                    alice.lock("apps/free", 4000))) {
                JsonNode body = reply.json();
                assertThat(body.path("error_code").isString()).isTrue();
                assertThat(body.path("message").isString()).isTrue();
                assertThat(!body.has("parameters") || !body.path("parameters").isEmpty())
                        .isTrue();
            }
        }
    }

    @Test
    @DisplayName("49. /locks/ with a trailing slash behaves as /locks.")
    void trailingSlashIsIgnored() {
        try (TestServer server = TestServer.ephemeral()) {
            EntityClient.example(server);
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            assertThat(alice.ask("POST", "apps/a/locks/", "{'lock_expiration':10}")
                            .status())
                    .isEqualTo(201);
            assertThat(alice.get("apps/a/locks/").json().path("items").size()).isEqualTo(1);
            assertThat(alice.get("apps/a/locks/lock_1/").text("id")).isEqualTo("lock_1");
            assertThat(alice.get("apps/").json().path("items").size()).isEqualTo(3);
            assertThat(alice.ask("PUT", "apps/a/data/x/", "{'data':1}").text("id"))
                    .isEqualTo("x");
            assertThat(alice.ask("DELETE", "apps/a/locks/lock_1/", "").status()).isEqualTo(204);
        }
    }

    @Test
    @DisplayName("50. PATCH on a lock is 404 (no 405).")
    void unsupportedMethodIsNotFound() {
        try (TestServer server = TestServer.ephemeral()) {
            EntityClient.example(server);
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            alice.lock("apps/a", 10);
            refused(alice.ask("PATCH", "apps/a/locks/lock_1", "{}"), 404, "resource-not-found");
            refused(alice.ask("PUT", "apps/a/locks", "{}"), 404, "resource-not-found");
            refused(alice.ask("POST", "apps/a/data", "{}"), 404, "resource-not-found");
            refused(alice.ask("PUT", "apps/a/triggers/x", "{}"), 404, "resource-not-found");
            refused(alice.get("apps/a/locks/lock_1/more"), 404, "resource-not-found");
            assertThat(alice.ask("HEAD", "apps/a/locks/lock_1", "").status()).isEqualTo(200);
        }
    }

    @Test
    void locksAndTheirCountSurviveAKill() {
        FakeClock clock = new FakeClock();
        String until;
        try (TestServer server = TestServer.durable(clock, directory.resolve("data"))) {
            EntityClient.example(server);
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            until = alice.lock("components/c", 100, "data").text("lock_expiration");
            alice.lock("apps/free", 100);
            alice.release("apps/free", "lock_2");
            alice.write("apps/a", "[1,2]");
        }
        try (TestServer server = TestServer.durable(clock, directory.resolve("data"))) {
            EntityClient alice = EntityClient.of(server, "alice-7e1f");
            EntityClient bob = EntityClient.of(server, "bob-93c0");
            JsonNode lock = alice.locks("components/c").get(0);
            assertThat(lock.path("id").asString()).isEqualTo("lock_1");
            assertThat(lock.path("owned").asBoolean()).isTrue();
            assertThat(lock.path("lock_expiration").asString()).isEqualTo(until);
            refused(bob.write("apps/a", "3"), 409, "lock-broken");
            assertThat(bob.get("apps/a/data/x").json().path("data").toString()).isEqualTo("[1,2]");
            assertThat(bob.lock("apps/free", 10).text("id")).isEqualTo("lock_3");
        }
    }
}
