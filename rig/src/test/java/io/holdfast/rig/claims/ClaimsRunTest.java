package io.holdfast.rig.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that behave like Nessy's, on real processes that are killed and stopped. */
final class ClaimsRunTest {

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @Test
    void liveClaimsSurviveRestarts(@TempDir Path directory) throws Exception {
        ClaimsRun.Report report =
                new ClaimsRun(8, 3, 40, 4, 0, seed).run(directory, System.err::println);
        assertThat(report.findings().texts()).as("seed %d", seed).isEmpty();
        assertThat(report.restarts()).isEqualTo(4);
        assertThat(report.renewals()).isPositive();
        assertThat(report.conflicts()).isPositive();
    }

    @Test
    void serverThatLosesStateIsDetected(@TempDir Path directory) throws Exception {
        ClaimsRun.Report report = new ClaimsRun(8, 3, 40, 4, 0, seed)
                .run(ServerCommand.ephemeral(), directory, System.err::println);
        assertThat(report.findings().texts()).as("seed %d", seed).isNotEmpty();
    }
}
