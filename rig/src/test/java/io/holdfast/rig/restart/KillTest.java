package io.holdfast.rig.restart;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.group.Layout;
import io.holdfast.rig.history.Findings.Kind;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills real processes, in one round of clients; {@code ./dev kill} makes more rounds. */
final class KillTest {

    private static final int CLIENTS = 12;
    private static final int KILLS = 5;

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @Test
    void killsUnderLoadLoseNoAcknowledgedOperation(@TempDir Path directory) throws Exception {
        RestartRun.Report report = new RestartRun(Setup.locks(CLIENTS), KILLS, 0, seed)
                .run(directory, System.err::println);
        assertThat(report.findings().texts()).as("seed %d", seed).isEmpty();
        assertThat(report.kills()).isEqualTo(KILLS);
        assertThat(report.tally().survivors().held()).isPositive();
        assertThat(report.tally().survivors().released()).isPositive();
        assertThat(report.tally().survivors().retaken()).isPositive();
        assertThat(report.tally().survivors().sessions()).isPositive();
        assertThat(report.tally().survivors().places()).isPositive();
        assertThat(report.tally().repeats()).isPositive();
        assertThat(report.tally().unknown()).isPositive();
    }

    @Test
    void serverThatLosesStateIsDetected(@TempDir Path directory) throws Exception {
        Setup setup = Setup.locks(CLIENTS).with(Layout.single("--ephemeral"));
        RestartRun.Report report =
                new RestartRun(setup, KILLS, 0, seed).run(directory, System.err::println);
        assertThat(report.kills()).isLessThanOrEqualTo(2);
        assertThat(report.findings().count(Kind.LOST)).as("seed %d", seed).isPositive();
    }
}
