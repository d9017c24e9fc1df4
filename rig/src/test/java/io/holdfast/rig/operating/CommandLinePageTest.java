package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example of the page about the command line prints what the page says. */
final class CommandLinePageTest {

    @Test
    void examplesPrintWhatThePageSays(@TempDir Path directory) throws Exception {
        Shell shell = new Shell(directory);
        List<Examples.Block> examples = Examples.of("cli.md");
        assertThat(examples).hasSizeGreaterThan(8);
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory)) {
            String settings = "export HOLDFAST_URL=http://127.0.0.1:" + server.port() + "\n";
            Examples.run(shell, settings, examples);
        }
    }
}
