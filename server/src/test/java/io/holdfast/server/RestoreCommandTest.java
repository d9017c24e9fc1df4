package io.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the output and exit codes of a restore. */
final class RestoreCommandTest {

    private final FakeClock clock = new FakeClock();

    @TempDir
    private Path directory;

    private Path file;
    private String printed = "";

    @BeforeEach
    void backUp() throws Exception {
        file = directory.resolve("backup");
        try (TestServer server = TestServer.ephemeralAt(clock)) {
            String url = server.client().base() + "/v1/backup";
            Files.write(file, Http.bytes("GET", url).body());
        }
    }

    private int restore(String... words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        int code = RestoreCommand.run(List.of(words), clock, out, out);
        printed = bytes.toString(StandardCharsets.UTF_8);
        return code;
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void restorePrintsItsResultAndHowToStart() {
        int code = restore(file.toString(), "--data-dir", path("new"), "--node", "n7");
        assertThat(printed)
                .contains("restored into " + path("new"))
                .contains("the next fence is above ")
                .contains("holdfast serve --data-dir " + path("new"));
        assertThat(code).isZero();
        assertThat(directory.resolve("new").resolve("identity")).content().contains("node=n7");
    }

    @Test
    void nonEmptyDirectoryIsNotOverwritten() throws Exception {
        Files.createDirectories(directory.resolve("new").resolve("raft"));
        assertThat(restore(file.toString(), "--data-dir", path("new"))).isEqualTo(74);
        assertThat(printed).contains("is not empty").doesNotContain("\tat ");
    }

    @Test
    void damagedFileIsNamedWithTheOffset() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 5));
        assertThat(restore(file.toString(), "--data-dir", path("new"))).isEqualTo(74);
        assertThat(printed)
                .contains("The backup " + file + " is damaged at offset ")
                .doesNotContain("\tat ");
        assertThat(directory.resolve("new")).doesNotExist();
    }

    @Test
    void missingArgumentsAndFilesAreNamed() {
        assertThat(restore(path("none"), "--data-dir", path("new"))).isEqualTo(74);
        assertThat(printed).contains("There is no file " + path("none"));
        assertThat(restore(file.toString())).isEqualTo(64);
        assertThat(printed).contains("--data-dir");
        assertThat(restore("--data-dir", path("new"))).isEqualTo(64);
        assertThat(printed).contains("FILE");
        assertThat(restore("--help")).isZero();
        assertThat(printed).contains("--fence-above");
    }
}
