package io.holdfast.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.FakeClock;
import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the cluster routes of a single-member server. */
final class ClusterRoutesTest {

    @TempDir
    private Path directory;

    @Test
    void singleMemberIsItsOwnLeader() {
        try (TestServer server = TestServer.durable(new FakeClock(), directory)) {
            Reply status = server.client().get("/v1/cluster");
            assertThat(status.status()).isEqualTo(200);
            assertThat(status.text("leader")).isEqualTo(status.text("node"));
            assertThat(status.text("cluster")).hasSize(36);
            assertThat(status.json().path("members").size()).isEqualTo(1);
            assertThat(status.json().path("applied_index").asLong()).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,n2?address=127.0.0.1:7000",
        "DELETE,n2",
        "POST,n2/replace",
        "POST,n2/lead",
    })
    void membershipChangeOfSingleMemberNamesPeersFlag(String method, String path) {
        try (TestServer server = TestServer.durable(new FakeClock(), directory)) {
            Reply refused = server.client().ask(method, "/v1/cluster/members/" + path, "");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.error()).isEqualTo("alone");
            assertThat(refused.text("detail")).contains("--peers");
        }
    }

    @Test
    void invalidMemberIsRejected() {
        try (TestServer server = TestServer.ephemeral()) {
            assertThat(server.client()
                            .ask("DELETE", "/v1/cluster/members/n%202", "")
                            .status())
                    .isEqualTo(400);
            assertThat(server.client().ask("PUT", "/v1/cluster/members/n2", "").status())
                    .isEqualTo(400);
            assertThat(server.client()
                            .ask("PUT", "/v1/cluster/members/n2?address=h:1", "")
                            .text("detail"))
                    .contains("in memory");
        }
    }
}
