package io.holdfast.rig.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.fault.FaultKind;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short campaign: clients of every dialect over a process that is killed and stopped. */
final class ClusterRunTest {

    private static final int CLIENTS = 12;
    private static final int SECONDS = 10;

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @Test
    void oneNodeKeepsItsPromisesThroughKillsAndPauses(@TempDir Path directory) throws Exception {
        List<FaultKind> kinds = List.of(FaultKind.KILL_LEADER, FaultKind.PAUSE_LEADER);
        ClusterReport report = new ClusterRun(1, CLIENTS, SECONDS, kinds, false, seed)
                .run(false, directory, System.err::println);
        assertThat(report.texts()).as("seed %d", seed).isEmpty();
        assertThat(report.runs()).isGreaterThanOrEqualTo(2);
        assertThat(report.grants()).isPositive();
    }

    @Test
    void theRestOfThePageStaysWhenAResultIsWritten() {
        String page = "# Page\n<!-- idle -->\nold\n<!-- end of idle -->\nrest\n";
        assertThat(ClusterPage.replaced(page, "idle", "new"))
                .isEqualTo("# Page\n<!-- idle -->\n\nnew\n<!-- end of idle -->\nrest\n");
    }
}
