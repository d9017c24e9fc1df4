package io.holdfast.rig.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The release archive, made from the jars that this build has packaged. The scripts need GNU tar
 * and {@code /proc}.
 */
@EnabledOnOs(OS.LINUX)
final class ReleaseTest {

    private static final long PATIENCE_SECONDS = 600;

    @TempDir
    private Path directory;

    /** Runs a script of the build, which must exit with 0. Returns its output. */
    private String run(String script, String... arguments)
            throws IOException, InterruptedException {
        Path out = directory.resolve("printed");
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(
                        Stream.of(ServerCommand.root().resolve(script).toString()),
                        Stream.of(arguments))
                .toList());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SOURCE_DATE_EPOCH", "1767225600");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as(script)
                .isTrue();
        String printed = Files.readString(out);
        assertThat(process.exitValue()).as(script + "\n" + printed).isZero();
        return printed;
    }

    /** Packs the release into a directory. */
    private Path archive(String name) throws IOException, InterruptedException {
        Path target = Files.createDirectory(directory.resolve(name));
        run("build/dist.sh", "packaged", target.toString());
        try (Stream<Path> files = Files.list(target)) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".tar.gz")).toList();
            assertThat(archives).hasSize(1);
            return archives.getFirst();
        }
    }

    @Test
    void archiveRunsTheFirstLockWithoutACheckoutAndWithoutRoot() throws Exception {
        Path archive = archive("first");

        String printed = run("build/release-test.sh", archive.toString(), "--without-cache");

        assertThat(printed).contains("works: server, first lock and backup");
    }

    @Test
    void archivesOfTheSameJarsHaveTheSameBytes() throws Exception {
        assertThat(Files.mismatch(archive("first"), archive("second"))).isEqualTo(-1);
    }
}
