package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import io.holdfast.rig.process.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every example of the page about the command line prints what the page says. */
final class CommandLinePageTest {

    /** A script, and the output that the page shows for it; empty if it shows none. */
    private record Example(String script, String output) {}

    @Test
    void examplesPrintWhatThePageSays(@TempDir Path directory) throws Exception {
        Shell shell = new Shell(directory);
        List<Example> examples = examples();
        assertThat(examples).hasSizeGreaterThan(8);
        try (ServerProcess server = ServerProcess.start(ServerCommand.ephemeral(), directory)) {
            String settings = "export HOLDFAST_URL=http://127.0.0.1:" + server.port() + "\n";
            for (Example example : examples) {
                String printed = shell.run(settings + example.script());
                if (!example.output().isEmpty()) {
                    assertThat(printed).as(example.script()).isEqualTo(example.output());
                }
            }
        }
    }

    private static List<Example> examples() throws Exception {
        List<Example> examples = new ArrayList<>();
        StringBuilder block = null;
        boolean output = false;
        boolean follows = false;
        for (String line : Files.readAllLines(ServerCommand.root().resolve("docs/cli.md"))) {
            if (block != null && line.equals("```")) {
                if (!output) {
                    examples.add(new Example(block.toString(), ""));
                } else if (follows) {
                    Example last = examples.removeLast();
                    examples.add(new Example(last.script(), block.toString()));
                }
                follows = !output;
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            } else if (line.equals("```sh") || line.equals("```text")) {
                output = line.equals("```text");
                block = new StringBuilder();
            } else if (!line.isBlank()) {
                follows = false;
            }
        }
        return examples;
    }
}
