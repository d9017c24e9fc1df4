package io.holdfast.rig.polls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.rig.process.ProcFiles;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many waiting clients, answered in order; {@code ./dev rig polls} runs more of them. */
final class PollsTest {

    @BeforeEach
    void memoryCanBeSeen() {
        assumeTrue(ProcFiles.available(), "needs /proc");
    }

    @Test
    void thousandLongPollsAreAnsweredInOrder(@TempDir Path directory) throws Exception {
        // All connections come from one address, which has a lower limit by default.
        ServerCommand command = ServerCommand.ephemeral(
                "--http-max-connections-per-ip", "0", "--max-in-flight-bytes", "268435456");
        try (ServerProcess server = ServerProcess.start(command, directory)) {
            PollsRun.Report report = new PollsRun(server, 1_000).run();
            System.err.println(report);
            assertThat(report.polls()).isEqualTo(1_000);
        }
    }

    @Test
    void threeThousandPlacesInOneQueueAreServedInOrder(@TempDir Path directory) throws Exception {
        try (ServerProcess server = ServerProcess.start(
                ServerCommand.ephemeral("--http-session-idle-timeout", "0"), directory)) {
            WaitersRun.Report report = new WaitersRun(server, 3_000).run();
            System.err.println(report);
            assertThat(report.waiters()).isEqualTo(3_000);
        }
    }
}
