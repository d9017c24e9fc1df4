package io.holdfast.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tests the nodes API errors for a tenant at its quota. */
final class QuotasTest {

    private static void isRefused(Reply reply, String quota) {
        assertThat(reply.status()).as(reply.toString()).isEqualTo(503);
        assertThat(Person.code(reply)).isEqualTo("quota_exceeded");
        assertThat(Person.message(reply))
                .isEqualTo("the tenant's quota of " + quota + " is used up");
        assertThat(reply.header("Retry-After")).contains("1");
    }

    @Test
    void leaseQuotaAllowsRenewExtendAndRelease() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-leases", "1")) {
            Person ann = Person.of(server, "ann");
            ann.task("task-a");
            ann.task("task-b");
            assertThat(ann.claim("task-a").status()).isEqualTo(200);

            isRefused(ann.claim("task-b"), "leases");
            isRefused(ann.status("task-b", "active"), "leases");
            assertThat(ann.node("task-b").path("frontmatter").has("status")).isFalse();

            assertThat(ann.renew("task-a").status()).isEqualTo(200);
            assertThat(ann.extend("task-a", 1000).status()).isEqualTo(200);
            assertThat(ann.release("task-a").status()).isEqualTo(200);
            assertThat(ann.claim("task-b").status()).isEqualTo(200);
        }
    }

    @Test
    void keyQuotaRejectsNewNodesAndNewPersons() {
        // The task and its author's node.
        try (TestServer server = TestServer.ephemeral("--tenant-max-keys", "2")) {
            Person ann = Person.of(server, "ann");
            assertThat(ann.task("task-a").status()).isEqualTo(200);

            JsonNode result = ann.task("task-b").json();
            assertThat(result.toString())
                    .contains("quota_exceeded")
                    .contains("the tenant's quota of keys is used up");
            assertThat(ann.ask("GET", "/v1/nodes/task-b", "").status()).isEqualTo(404);
            isRefused(Person.of(server, "bob").claim("task-a"), "keys");

            assertThat(ann.claim("task-a").status()).isEqualTo(200);
        }
    }

    @Test
    void byteQuotaRejectsNewTexts() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-bytes", "200")) {
            Person ann = Person.of(server, "ann");
            assertThat(ann.task("task-a").status()).isEqualTo(200);

            assertThat(ann.task("task-b").json().toString())
                    .contains("the tenant's quota of bytes is used up");
            assertThat(ann.claim("task-a").status()).isEqualTo(200);
        }
    }

    @Test
    @OneNode("a group agrees on its budget shortly after its start")
    void fullStateRejectsNodesAndLeasesButAllowsRenewAndRelease() {
        try (TestServer server = TestServer.ephemeral("--state-memory", "30000")) {
            Person ann = Person.of(server, "ann");
            ann.task("task-a");
            ann.task("task-b");
            assertThat(ann.claim("task-a").status()).isEqualTo(200);
            String refused = ann.task("task-0").json().toString();
            for (int i = 1; !refused.contains("quota_exceeded") && i < 100; i++) {
                refused = ann.task("task-" + i).json().toString();
            }
            assertThat(refused)
                    .contains("quota_exceeded")
                    .contains("the server's state memory is full");
            Reply claim = ann.claim("task-b");
            for (int i = 0; claim.status() == 200 && i < 100; i++) {
                ann.release("task-b");
                Person.of(server, "person" + i).claim("task-b");
                Person.of(server, "person" + i).release("task-b");
                claim = ann.claim("task-b");
            }
            assertThat(claim.status()).as(claim.toString()).isEqualTo(507);
            assertThat(Person.code(claim)).isEqualTo("quota_exceeded");
            assertThat(claim.header("Retry-After")).contains("1");
            assertThat(ann.renew("task-a").status()).isEqualTo(200);
            assertThat(ann.extend("task-a", 1000).status()).isEqualTo(200);
            assertThat(ann.release("task-a").status()).isEqualTo(200);
            assertThat(ann.ask("GET", "/v1/nodes/task-a", "").status()).isEqualTo(200);
        }
    }
}
