package io.holdfast.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a server without an endpoint for traces does not load what it would need. */
final class TracingOffTest {

    @TempDir
    private Path directory;

    private List<String> loaded(String... flags) throws Exception {
        Path classes = directory.resolve("classes-" + flags.length);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:class+load:file=" + classes,
                "-cp",
                System.getProperty("java.class.path"),
                "io.holdfast.server.Main",
                "serve",
                "--ephemeral",
                "--http-port=0",
                "--port=0"));
        command.addAll(List.of(flags));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        try {
            org.awaitility.Awaitility.await()
                    .atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.readString(directory.resolve("out")).contains("http://"));
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(classes);
    }

    @Test
    void classesOfOpenTelemetryAreLoadedOnlyWithAnEndpoint() throws Exception {
        assertThat(loaded())
                .hasSizeGreaterThan(1_000)
                .noneMatch(line -> line.contains("io.opentelemetry"));
        assertThat(loaded("--otlp-endpoint", "http://127.0.0.1:1"))
                .anyMatch(line -> line.contains("io.opentelemetry.sdk"));
    }
}
