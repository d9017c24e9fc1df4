package io.holdfast.rig.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast run} in an interactive shell at a terminal. */
final class RunTerminalTest {

    @Test
    void jobControlWorksAtATerminal(@TempDir Path directory) throws Exception {
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory)) {
            Path launcher = directory.resolve("hf");
            Files.writeString(
                    launcher,
                    "#!/bin/sh\nexec " + String.join(" ", Typed.holdfast()) + " \"$@\"\n");
            Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
            ProcessBuilder builder = new ProcessBuilder(
                            Typed.SIGNALS.get(0),
                            Typed.SIGNALS.get(1),
                            "python3",
                            "src/test/resources/run/terminal.py",
                            launcher.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("printed").toFile());
            builder.environment().put("HOLDFAST_URL", "http://127.0.0.1:" + server.port());
            Process terminal = builder.start();
            boolean ended = terminal.waitFor(Typed.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            terminal.destroyForcibly();
            String printed = Files.readString(directory.resolve("printed"));
            assertThat(ended).as(printed).isTrue();
            assertThat(terminal.exitValue()).as(printed).isZero();
        }
    }
}
