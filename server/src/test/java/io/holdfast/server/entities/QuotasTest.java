package io.holdfast.server.entities;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.OneNode;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.Test;

/** Tests the entities API errors for a tenant at its quota. */
final class QuotasTest {

    private static void isRefused(Reply reply, String quota) {
        EntityClient.refused(reply, 503, "quota-exceeded");
        assertThat(reply.text("message"))
                .isEqualTo("The tenant's quota of " + quota + " is used up");
        assertThat(EntityClient.parameter(reply, "quota")).isEqualTo(quota);
        assertThat(reply.header("Retry-After")).contains("1");
    }

    @Test
    void leaseQuotaAllowsExtendBreakAndRelease() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-leases", "1")) {
            EntityClient.example(server);
            EntityClient ann = EntityClient.of(server, "ann");
            String lock = ann.lock("components/c", 60).text("id");

            isRefused(ann.lock("components/d", 60), "leases");

            assertThat(ann.extend("components/c", lock, 90).status()).isEqualTo(204);
            String broken = ann.breakLock("components/c", 60).text("id");
            assertThat(ann.release("components/c", broken).status()).isEqualTo(204);
            assertThat(ann.lock("components/d", 60).status()).isEqualTo(201);
        }
    }

    @Test
    void keyQuotaRejectsNewItemsAndAllowsUpdates() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-keys", "2")) {
            EntityClient.register(server, "apps", "{'id':'a'}");
            EntityClient ann = EntityClient.of(server, "ann");
            assertThat(ann.write("apps/a", "1").status()).isEqualTo(200);

            isRefused(ann.configure("apps/a", "1"), "keys");
            isRefused(ann.ask("POST", "apps", "{'id':'b'}"), "keys");

            assertThat(ann.write("apps/a", "2").status()).isEqualTo(200);
        }
    }

    @Test
    void byteQuotaAllowsOnlySmallerValues() {
        try (TestServer server = TestServer.ephemeral("--tenant-max-bytes", "60")) {
            EntityClient.register(server, "apps", "{'id':'a'}");
            EntityClient ann = EntityClient.of(server, "ann");
            assertThat(ann.write("apps/a", "'" + "x".repeat(40) + "'").status()).isEqualTo(200);

            isRefused(ann.write("apps/a", "'" + "x".repeat(70) + "'"), "bytes");

            assertThat(ann.write("apps/a", "'x'").status()).isEqualTo(200);
        }
    }

    @Test
    void entityHasALimitedNumberOfItems() {
        try (TestServer server = TestServer.ephemeral("--max-items-per-entity", "1")) {
            EntityClient.example(server);
            EntityClient ann = EntityClient.of(server, "ann");
            assertThat(ann.write("apps/a", "1").status()).isEqualTo(200);

            Reply refused = ann.ask("PUT", "apps/a/data/other", "{'data':1}");
            EntityClient.refused(refused, 507, "insufficient-storage");
            assertThat(ann.write("apps/a", "2").status()).isEqualTo(200);
            assertThat(ann.write("apps/b", "1").status()).isEqualTo(200);
        }
    }

    @Test
    @OneNode("a group agrees on its budget shortly after its start")
    void fullStateRejectsGrowthAndAllowsReleases() {
        try (TestServer server = TestServer.ephemeral("--state-memory", "20000")) {
            EntityClient.register(server, "components", "{'id':'c'}");
            EntityClient.register(server, "components", "{'id':'d'}");
            EntityClient ann = EntityClient.of(server, "ann");
            String lock = ann.lock("components/c", 60).text("id");
            Reply refused = ann.write("components/c", "'" + "x".repeat(30_000) + "'");
            EntityClient.refused(refused, 507, "insufficient-storage");
            assertThat(refused.text("message"))
                    .isEqualTo("The server's state memory is full; release or delete something,"
                            + " or retry later");
            assertThat(refused.header("Retry-After")).contains("1");
            String most = "'" + "x".repeat(15_200) + "'";
            assertThat(ann.write("components/c", most).status()).isEqualTo(200);
            int entities = 0;
            while (ann.ask("POST", "components", "{'id':'e" + entities + "'}").status() == 201
                    && entities < 100) {
                entities++;
            }
            assertThat(entities).isLessThan(10);
            EntityClient.refused(
                    ann.ask("POST", "components", "{'id':'new'}"), 507, "insufficient-storage");
            assertThat(ann.extend("components/c", lock, 90).status()).isEqualTo(204);
            assertThat(ann.write("components/c", "'x'").status()).isEqualTo(200);
            assertThat(ann.release("components/c", lock).status()).isEqualTo(204);
            assertThat(ann.lock("components/d", 60).status()).isEqualTo(201);
        }
    }
}
