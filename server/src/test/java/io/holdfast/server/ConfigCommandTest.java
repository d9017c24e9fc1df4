package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code holdfast config check} finds what a start would refuse. */
final class ConfigCommandTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private int check(String... arguments) {
        return ConfigCommand.run(
                List.of(arguments),
                Map.of(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String file(String text) throws Exception {
        return Files.writeString(directory.resolve("holdfast.yaml"), text).toString();
    }

    @Test
    void validFileIsAccepted() throws Exception {
        String file = file("http-port: 7000\nephemeral: true\n");
        assertThat(check("check", file))
                .as(err.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(file + " is valid\n");
    }

    @Test
    void misspeltSettingIsReportedWithTheNearestName() throws Exception {
        assertThat(check("check", file("http-prot: 7000\n"))).isNotZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("http-prot", "http-port");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void flagsAreCheckedTogetherWithTheFile() throws Exception {
        String file = file("http-port: 7000\n");
        assertThat(check("check", file, "--port", "7000")).isNotZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("two different ports");
    }

    @Test
    void missingFileIsAnInvalidCommandLine() {
        assertThat(check("check")).isEqualTo(64);
        assertThat(check("chekc", "x")).isEqualTo(64);
    }
}
