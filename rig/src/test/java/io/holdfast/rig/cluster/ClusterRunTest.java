package io.holdfast.rig.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.cluster.ClusterRun.Stages;
import io.holdfast.rig.fault.FaultKind;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short campaign: clients of every API on members that are killed and paused. */
final class ClusterRunTest {

    private static final int CLIENTS = 12;

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @TempDir
    private Path directory;

    @Test
    void oneMemberKeepsItsPromisesThroughKillsAndPauses() throws Exception {
        assertPromisesKept(1, List.of(FaultKind.KILL_LEADER, FaultKind.PAUSE_LEADER));
    }

    @Test
    void threeMembersKeepTheirPromisesThroughKillsAndPauses() throws Exception {
        assertPromisesKept(3, List.of(FaultKind.KILL_LEADER, FaultKind.PAUSE_LEADER));
    }

    /** Injects one fault of each kind, one after the other, into one cluster. */
    private void assertPromisesKept(int nodes, List<FaultKind> kinds) throws Exception {
        ClusterRun run = new ClusterRun(
                nodes, CLIENTS, 0, kinds, Stages.TOGETHER, ClusterRun.Pace.BUSY, null, seed);
        ClusterReport report = run.run(false, directory, System.err::println);
        assertThat(report.texts()).as("seed %d", seed).isEmpty();
        assertThat(report.runs()).isGreaterThanOrEqualTo(kinds.size());
        assertThat(report.grants()).isPositive();
    }

    @Test
    void writingAResultKeepsTheRestOfThePage() {
        String page = "# Page\n<!-- idle -->\nold\n<!-- end of idle -->\nrest\n";
        assertThat(ClusterPage.replaced(page, "idle", "new"))
                .isEqualTo("# Page\n<!-- idle -->\n\nnew\n<!-- end of idle -->\nrest\n");
    }
}
