package io.holdfast.rig.restart;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.group.Layout;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers of the nodes API, on real processes that are killed. */
final class NodesRunTest {

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @Test
    void noAcknowledgedNodeEdgeOrLeaseIsLostOverKills(@TempDir Path directory) throws Exception {
        RestartRun.Report report =
                new RestartRun(Setup.nodes(8), 4, 0, seed).run(directory, System.err::println);
        assertThat(report.findings().texts()).as("seed %d", seed).isEmpty();
        assertThat(report.kills()).isEqualTo(4);
        assertThat(report.tally().survivors().held()).isPositive();
    }

    @Test
    void serverThatLosesStateIsDetected(@TempDir Path directory) throws Exception {
        Setup setup = Setup.nodes(8).with(Layout.single("--ephemeral"));
        RestartRun.Report report =
                new RestartRun(setup, 4, 0, seed).run(directory, System.err::println);
        assertThat(report.findings().texts()).as("seed %d", seed).isNotEmpty();
    }
}
