package io.holdfast.log.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.ratis.util.AtomicFileOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that a member needs to start, on a disk that fails. */
final class StorageGuardTest {

    private static final String BEFORE = "term=7\nvotedFor=n1\n";

    @TempDir
    private Path directory;

    private final List<IOException> failures = new ArrayList<>();

    @Test
    void failedWriteKeepsTermAndVote() throws IOException {
        Path meta = meta();
        breakDisk(meta);
        try (StorageGuard guard = StorageGuard.begin(directory, failures::add)) {
            assertThatThrownBy(() -> persist(meta, "term=8\nvotedFor=n2\n"))
                    .isInstanceOf(IOException.class);
            assertThat(guard).isNotNull();
        }
        assertThat(Files.readString(meta)).isEqualTo(BEFORE);
        assertThat(failures).hasSize(1);
    }

    @Test
    void nothingIsWrittenAfterTheFirstFailure() throws IOException {
        Path meta = meta();
        Path broken = breakDisk(meta);
        try (StorageGuard guard = StorageGuard.begin(directory, failures::add)) {
            assertThatThrownBy(() -> persist(meta, "term=8\nvotedFor=n2\n"))
                    .isInstanceOf(IOException.class);
            Files.delete(broken.resolve("in-the-way"));
            Files.delete(broken);
            assertThatThrownBy(() -> persist(meta, "term=9\nvotedFor=n3\n"))
                    .hasMessageContaining("a write has failed before");
            assertThatThrownBy(() -> persist(directory.resolve("raft-meta.conf"), "members"))
                    .hasMessageContaining("a write has failed before");
            assertThat(guard).isNotNull();
        }
        assertThat(Files.readString(meta)).isEqualTo(BEFORE);
        assertThat(failures).hasSize(1);
    }

    @Test
    void failedLogStopsWritesOfTermAndVote() throws IOException {
        Path meta = meta();
        try (StorageGuard guard = StorageGuard.begin(directory, failures::add)) {
            persist(meta, "term=8\nvotedFor=n2\n");
            guard.fail();
            assertThatThrownBy(() -> persist(meta, "term=9\nvotedFor=n3\n"))
                    .hasMessageContaining("a write has failed before");
        }
        assertThat(Files.readString(meta)).isEqualTo("term=8\nvotedFor=n2\n");
    }

    @Test
    void otherMembersStorageContinues() throws IOException {
        Path other = Files.createDirectories(directory.resolve("n2")).resolve("raft-meta");
        Path own = Files.createDirectories(directory.resolve("n1"));
        try (StorageGuard guard = StorageGuard.begin(own, failures::add)) {
            guard.fail();
            persist(other, BEFORE);
        }
        assertThat(Files.readString(other)).isEqualTo(BEFORE);
    }

    private Path meta() throws IOException {
        Path current = Files.createDirectories(directory.resolve("raft").resolve("current"));
        return Files.writeString(current.resolve("raft-meta"), BEFORE);
    }

    /** Writes the file as Ratis does. */
    private static void persist(Path file, String text) throws IOException {
        try (BufferedWriter out = new BufferedWriter(new OutputStreamWriter(
                new AtomicFileOutputStream(file.toFile()), StandardCharsets.UTF_8))) {
            out.write(text);
        }
    }

    /** Puts a directory in the place of the temporary file, so that it cannot be written. */
    private static Path breakDisk(Path file) throws IOException {
        Path temporary = AtomicFileOutputStream.getTemporaryFile(file.toFile()).toPath();
        Files.createDirectories(temporary);
        Files.createFile(temporary.resolve("in-the-way"));
        return temporary;
    }
}
