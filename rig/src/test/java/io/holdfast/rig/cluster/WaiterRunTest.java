package io.holdfast.rig.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.cluster.WaiterRun.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes: a waiting client's member fails before or after the answer. */
final class WaiterRunTest {

    @TempDir
    private Path directory;

    @Test
    void undeliveredGrantPassesToTheNextWaiter() throws Exception {
        List<Fault> faults = List.of(Fault.KILL_LEADER, Fault.PAUSE, Fault.KILL_AFTER_REPLY);
        WaiterRun.Report report = new WaiterRun(faults).run(false, directory, System.err::println);
        assertThat(report.findings().texts()).isEmpty();
        assertThat(report.seen()).hasSize(faults.size());
    }
}
