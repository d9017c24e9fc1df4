package io.holdfast.rig.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.rig.group.Layout;
import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Answer;
import io.holdfast.rig.wire.Request;
import io.holdfast.rig.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk without space: writes fail. */
final class StorageFailureTest {

    private static final int STORAGE_FAILED = 74;
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

    private final long seed = Long.getLong("holdfast.seed", new SecureRandom().nextLong() >>> 16);

    @Test
    void failedWriteIsNotAcknowledgedAndLosesNothing(@TempDir Path directory) throws Exception {
        assumeTrue(Files.isExecutable(PRLIMIT), "prlimit changes the limits of another process");
        Setup setup = Setup.locks(8).with(Layout.single("--shutdown-timeout", "2"));
        try (Campaign campaign = new Campaign(setup, directory, seed)) {
            campaign.begin();
            campaign.awaitOperations(1500);
            ServerProcess server = campaign.server();
            try (Wire wire = new Wire(server.port())) {
                assertThat(ready(wire)).isEqualTo("200 {\"status\":\"ok\"}");
                limitFiles(server, 65_536);
                await().pollInterval(Duration.ofMillis(5))
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> ready(wire).equals("503 {\"status\":\"storage_failed\"}"));
            }
            assertThat(server.awaitExit()).as(server.excerpt()).isEqualTo(STORAGE_FAILED);
            assertThat(server.printed()).contains("The log failed");
            campaign.restart();
            campaign.awaitOperations(400);
            campaign.check();
            assertThat(campaign.findings().texts()).as("seed %d", seed).isEmpty();
            assertThat(campaign.tally().storageFailures()).isPositive();
            assertThat(campaign.tally().survivors().held()).isPositive();
        }
    }

    @Test
    void serverThatCannotWriteReportsItAndDoesNotStart(@TempDir Path directory) throws Exception {
        ServerCommand command =
                ServerCommand.durable(directory.resolve("data")).withLimits("ulimit -f 64");
        try (ServerProcess server = ServerProcess.launch(command, directory)) {
            assertThat(server.awaitExit()).as(server.excerpt()).isEqualTo(STORAGE_FAILED);
            assertThat(server.printed()).contains("File too large");
        }
    }

    private static String ready(Wire wire) {
        return wire.send(Request.get("/ready")) instanceof Answer.Reply reply ? reply.line() : "";
    }

    private static void limitFiles(ServerProcess server, long bytes) {
        try {
            Process prlimit = new ProcessBuilder(
                            PRLIMIT.toString(), "--pid", "" + server.pid(), "--fsize=" + bytes)
                    .inheritIO()
                    .start();
            assertThat(prlimit.waitFor()).isZero();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
