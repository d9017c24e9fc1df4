package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell in a directory with its own {@code ./holdfast}. The repository's script would build
 * first, while this one runs on the class path of the test.
 */
final class Shell {

    private static final long PATIENCE_SECONDS = 120;

    private final Path directory;

    Shell(Path directory) throws IOException {
        this.directory = directory;
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path launcher = directory.resolve("holdfast");
        Files.writeString(launcher, """
                #!/bin/sh
                main=io.holdfast.cli.Main
                case $1 in serve | token | restore | config) main=io.holdfast.server.Main ;; esac
                exec %s @%s -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' $main "$@"
                """.formatted(
                        java,
                        ServerCommand.root().resolve("server/jvm.options"),
                        System.getProperty("java.class.path")));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }

    /** Runs a script, which must exit with 0. Returns its output. */
    String run(String script) throws IOException, InterruptedException {
        Path out = directory.resolve("printed");
        ProcessBuilder builder = new ProcessBuilder("bash", "-ec", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        // Pages about a release call it without a path.
        builder.environment().merge("PATH", directory.toString(), (path, own) -> own + ":" + path);
        Process shell = builder.start();
        assertThat(shell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as(script).isTrue();
        String printed = Files.readString(out);
        assertThat(shell.exitValue()).as(script + "\n" + printed).isZero();
        return printed;
    }

    /** Returns the shell blocks below a heading of a page. */
    static List<String> examples(String page, String heading) throws IOException {
        List<String> examples = new ArrayList<>();
        boolean below = false;
        StringBuilder block = null;
        Path file = ServerCommand.root().resolve("docs").resolve(page);
        for (String read : Files.readAllLines(file)) {
            // Blocks inside a list are indented.
            String line = read.strip();
            if (block != null && line.equals("```")) {
                examples.add(block.toString());
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            } else if (line.startsWith("## ")) {
                below = line.equals("## " + heading);
            } else if (below && line.equals("```sh")) {
                block = new StringBuilder();
            }
        }
        return examples;
    }
}
