package io.holdfast.rig.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.load.Findings.Kind;
import io.holdfast.rig.process.ServerCommand;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills real processes. */
final class KillTest {

    private static final int CLIENTS = 12;

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @Test
    void tenKillsUnderLoadLoseNoAcknowledgedOperation(@TempDir Path directory) throws Exception {
        KillReport report = new KillRun(10, CLIENTS, seed).run(directory, System.err::println);
        assertThat(report.findings().texts()).as("seed %d", seed).isEmpty();
        assertThat(report.kills()).isEqualTo(10);
        assertThat(report.tally().heldChecked.sum()).isPositive();
        assertThat(report.tally().releasedChecked.sum()).isPositive();
        assertThat(report.tally().repeatsChecked.sum()).isPositive();
        assertThat(report.tally().unknown.sum()).isPositive();
    }

    @Test
    void serverThatLosesStateIsDetected(@TempDir Path directory) throws Exception {
        KillReport report = new KillRun(10, CLIENTS, seed)
                .run(ServerCommand.ephemeral(), directory, System.err::println);
        assertThat(report.kills()).isLessThanOrEqualTo(2);
        assertThat(report.findings().count(Kind.LOST)).as("seed %d", seed).isPositive();
    }
}
