package io.holdfast.rig.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers of the nodes API, on real processes that are killed. */
final class NodesRunTest {

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @Test
    void noAcknowledgedNodeEdgeOrLeaseIsLostOverKills(@TempDir Path directory) throws Exception {
        NodesRun.Report report =
                new NodesRun(8, 40, 4, 0, seed).run(directory, System.err::println);
        assertThat(report.findings().texts()).as("seed %d", seed).isEmpty();
        assertThat(report.kills()).isEqualTo(4);
        assertThat(report.renewals()).isPositive();
    }

    @Test
    void serverThatLosesStateIsDetected(@TempDir Path directory) throws Exception {
        NodesRun.Report report = new NodesRun(8, 40, 4, 0, seed)
                .run(ServerCommand.ephemeral(), directory, System.err::println);
        assertThat(report.findings().texts()).as("seed %d", seed).isNotEmpty();
    }
}
