package io.holdfast.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class HoldfastTest {

    @TempDir
    Path directory;

    private Path launcher(String script) throws IOException {
        Path file = directory.resolve("launcher");
        Files.writeString(file, "#!/bin/sh\n" + script);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void serverStartsInItsModeAndItsPrintedAddressIsUsed() throws Exception {
        Path script = launcher("echo \"$@\" > $(dirname $0)/arguments\n"
                + "echo listening on http://127.0.0.1:4321\nexec sleep 600\n");
        Holdfast holdfast = new Holdfast(script, List.of("--more"));

        try (Running running = holdfast.memory(directory)) {
            Subject subject = running.subject();
            assertThat(subject.host()).isEqualTo("127.0.0.1:4321");
            assertThat(subject.pid()).isPresent();
            assertThat(subject.processorNanos()).isNotNegative();
            assertThat(directory.resolve("arguments"))
                    .hasContent("serve --ephemeral --http-port 0 --port 0 --more");
        }
    }

    @Test
    void stoppedServerHasNoProcess() throws Exception {
        Path script = launcher("echo http://127.0.0.1:4321\nexec sleep 600\n");
        long pid;
        try (Running running = new Holdfast(script, List.of()).memory(directory)) {
            pid = running.subject().pid().orElseThrow();
        }

        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    @Test
    void outputOfAServerThatExitsAtOnceIsShown() throws IOException {
        Path script = launcher("echo no room for $2 >&2\nexit 74\n");

        assertThatThrownBy(() -> new Holdfast(script, List.of()).durable(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended with 74")
                .hasMessageContaining("no room for --data-dir");
    }

    @Test
    void exitOfAServerIsReported() throws Exception {
        Path script = launcher("echo http://127.0.0.1:4321\necho farewell\nread line\nexit 70\n");

        try (Running running = new Holdfast(script, List.of()).memory(directory)) {
            ProcessHandle.of(running.subject().pid().orElseThrow())
                    .ifPresent(process -> process.onExit().join());

            assertThat(running.ending())
                    .hasValueSatisfying(ending ->
                            assertThat(ending).contains("memory ended with 70", "farewell"));
        }
    }
}
