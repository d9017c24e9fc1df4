package io.holdfast.server.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.server.Reply;
import io.holdfast.server.TestServer;
import org.junit.jupiter.api.Test;

/** Tests what a refused claim says about when the node will be free. */
final class ClaimEstimateTest {

    private static final String TASK = "task-api-rate-limits";

    @Test
    void refusedClaimEstimatesTheWaitFromEarlierLeases() {
        try (TestServer server = TestServer.ephemeral()) {
            Person alice = Person.of(server, "alice");
            Person bob = Person.of(server, "bob");
            alice.task(TASK);
            for (int i = 0; i < 3; i++) {
                alice.claim(TASK);
                assertThat(bob.claim(TASK).header("Retry-After")).isEmpty();
                server.clock().advanceSeconds(30);
                alice.release(TASK);
            }
            alice.claim(TASK);

            Reply refused = bob.claim(TASK);
            assertThat(refused.status()).isEqualTo(409);
            assertThat(Person.code(refused)).isEqualTo("conflict");
            assertThat(refused.header("Retry-After")).contains("30");
            assertThat(refused.header("Holdfast-Estimated-Wait").orElse("")).startsWith("30.0");
            assertThat(bob.release(TASK).header("Retry-After")).isEmpty();
        }
    }
}
