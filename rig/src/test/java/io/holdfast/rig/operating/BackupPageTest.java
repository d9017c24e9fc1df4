package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import io.holdfast.rig.wire.Caller;
import io.holdfast.rig.wire.Wire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The backup section of the manual, executed with real processes. */
final class BackupPageTest {

    private static final String PAGE = "operating/backup.md";
    private static final int GRANTS = 1000;

    @Test
    void documentedBackupAndRestoreLosesNothingAndFencesRise(@TempDir Path directory)
            throws Exception {
        List<String> backup = Shell.examples(PAGE, "Back up");
        List<String> restore = Shell.examples(PAGE, "Restore");
        assertThat(backup).hasSize(1);
        assertThat(restore).hasSize(1);
        Shell shell = new Shell(directory);
        String session;
        String token;
        long highest = 0;
        ServerCommand command = ServerCommand.durable(directory.resolve("data"));
        try (ServerProcess server = ServerProcess.start(command, directory);
                Caller holder = Caller.open(new Wire(server.port()))) {
            session = holder.session();
            token = holder.acquire("kept", 0, 3600).text("token");
            shell.run(backup.getFirst().replace("127.0.0.1:6389", "127.0.0.1:" + server.port()));
            for (int i = 0; i < GRANTS; i++) {
                highest = Math.max(highest, holder.acquire("later" + i, 0, 3600).number("fence"));
            }
            server.kill();
        }
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("state.backup"))))
                .isEqualTo("rw-------");

        String said = shell.run(restore.getFirst());

        assertThat(said).contains("the next fence is above");
        ServerCommand restored = ServerCommand.durable(directory.resolve("restored"));
        try (ServerProcess server = ServerProcess.start(restored, directory);
                Wire wire = new Wire(server.port())) {
            Caller holder = Caller.resume(wire, session);
            assertThat(holder.acquire("later0", 0, 60).number("fence")).isGreaterThan(highest);
            assertThat(holder.release("kept", token).status()).isEqualTo(204);
        }
    }
}
