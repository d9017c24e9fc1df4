package io.holdfast.log.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Batches;
import io.holdfast.log.CommitLog;
import io.holdfast.log.CommitLogContract;
import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.LogOptions;
import io.holdfast.log.RecordingReplica;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalLogTest extends CommitLogContract {

    private static final LogOptions SMALL = LogOptions.DEFAULT.withSegmentBytes(64 * 1024);

    @TempDir
    private static Path temporary;

    private static int directories;

    private final Path directory = temporary.resolve("log-" + directories++);

    @Override
    protected CommitLog create() {
        // Called before this class's fields are set.
        return new JournalLog(temporary.resolve("contract-" + directories++), LogOptions.DEFAULT);
    }

    private RecordingReplica filled(LogOptions options, long first, long last) throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, options)) {
            log.open(replica);
            for (long number = first; number <= last; number++) {
                log.propose(Batches.numbered(number, 100));
            }
        }
        return replica;
    }

    private RecordingReplica reopened() throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, SMALL)) {
            log.open(replica);
        }
        return replica;
    }

    private long bytesOnDisk() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private long snapshotsOnDisk() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file ->
                            file.getFileName().toString().matches("snapshot\\.[0-9]+_[0-9]+"))
                    .count();
        }
    }

    @Test
    void reopeningGivesTheSameBatchesAtTheSameIndexes() throws IOException {
        RecordingReplica before = filled(SMALL, 1, 3000);
        RecordingReplica after = reopened();
        assertThat(after.numbers()).isEqualTo(upTo(3000));
        assertThat(after.indexes()).isEqualTo(before.indexes());
        assertThat(after.restoredIndex()).isEqualTo(-1);
    }

    @Test
    void reopenedLogContinuesAtItsEnd() throws IOException {
        for (int opening = 0; opening < 4; opening++) {
            filled(SMALL, opening * 10 + 1, opening * 10 + 10);
        }
        assertThat(reopened().numbers()).isEqualTo(upTo(40));
    }

    @Test
    void reopenedLogRestoresTheSnapshotAndReplaysTheRest() throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, SMALL.withSnapshotsAfter(1 << 30, 500))) {
            log.open(replica);
            for (long number = 1; number <= 500; number++) {
                log.propose(Batches.numbered(number, 100));
            }
            replica.awaitSnapshots(1);
            for (long number = 501; number <= 700; number++) {
                log.propose(Batches.numbered(number, 100));
            }
        }
        RecordingReplica after = reopened();
        int covered = replica.indexes().indexOf(after.restoredIndex()) + 1;
        assertThat(covered).isBetween(400, 500);
        assertThat(after.indexes()).isEqualTo(replica.indexes().subList(covered, 700));
        assertThat(after.numbers()).isEqualTo(upTo(700));
    }

    @Test
    void snapshotsLimitDiskUse() throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log =
                new JournalLog(directory, SMALL.withSnapshotsAfter(256 * 1024, 1 << 30))) {
            log.open(replica);
            long number = 0;
            for (int snapshots = 1; snapshots <= 6; snapshots++) {
                for (int i = 0; i < 256; i++) {
                    log.propose(Batches.numbered(++number, 1024));
                }
                replica.awaitSnapshots(snapshots);
            }
            assertThat(number * 1024).isGreaterThan(6 * 256 * 1024 - 1);
        }
        // The rest: the last growth, one segment that a snapshot cuts through, two snapshots.
        assertThat(bytesOnDisk()).isLessThan(600 * 1024);
        assertThat(snapshotsOnDisk()).isEqualTo(2);
        assertThat(reopened().numbers()).isEqualTo(upTo(6 * 256));
    }

    @Test
    void batchIsAppliedOnTheThreadThatSyncedIt() throws IOException {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        RecordingReplica replica = new RecordingReplica() {
            @Override
            protected void heard(long index, Batch batch) {
                threads.add(Thread.currentThread().getName());
            }
        };
        try (JournalLog log = new JournalLog(directory, SMALL)) {
            log.open(replica);
            for (int number = 1; number <= 200; number++) {
                log.propose(Batches.numbered(number));
                replica.awaitCount(number);
            }
        }
        assertThat(threads).containsExactly("holdfast-journal");
    }

    @Test
    void startsBeginNoSegment() throws IOException {
        for (int start = 1; start <= 40; start++) {
            filled(SMALL, start, start);
        }
        assertThat(Directories.segments(directory)).hasSize(1);
        assertThat(reopened().numbers()).isEqualTo(upTo(40));
    }

    @Test
    void indexesContinueAfterARestart() throws IOException {
        assertThat(filled(SMALL, 1, 3).indexes()).containsExactly(1L, 2L, 3L);
        assertThat(filled(SMALL, 4, 5).indexes()).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void batchLargerThanASegmentGetsASegmentOfItsSize() throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, SMALL)) {
            log.open(replica);
            for (int number = 1; number <= 6; number++) {
                log.propose(Batches.numbered(number, number % 2 == 0 ? 300_000 : 10));
            }
            replica.awaitCount(6);
        }
        assertThat(reopened().numbers()).isEqualTo(upTo(6));
    }

    @Test
    void leftoverOfAnUnfinishedConversionIsDeleted() throws IOException {
        filled(SMALL, 1, 3);
        Files.createDirectories(directory.resolve("raft").resolve("group").resolve("current"));
        assertThat(reopened().numbers()).isEqualTo(upTo(3));
        assertThat(directory.resolve("raft")).doesNotExist();
    }

    @Test
    void directoryOfAnEarlierBuildIsRejectedWithTheWayOut() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(
                directory.resolve("identity"),
                "cluster=0a5ab1c2-5d2c-4f6e-9a3e-111111111111\nnode=n1\nalone=true\n");
        assertThatThrownBy(this::reopened)
                .isInstanceOf(DirectoryConflictException.class)
                .hasMessageContaining("earlier build")
                .hasMessageContaining("holdfast backup")
                .hasMessageContaining("holdfast restore");
    }

    @Test
    void abortedSnapshotKeepsTheLog() throws IOException {
        RecordingReplica replica = new RecordingReplica() {
            @Override
            public void snapshotDue(io.holdfast.log.SnapshotSink sink) {
                sink.write(new byte[100]);
                sink.abort(new IOException("given up by the test"));
            }
        };
        try (JournalLog log = new JournalLog(directory, SMALL.withSnapshotsAfter(1 << 30, 100))) {
            log.open(replica);
            for (long number = 1; number <= 350; number++) {
                log.propose(Batches.numbered(number, 100));
            }
            replica.awaitCount(350);
        }
        RecordingReplica after = reopened();
        assertThat(after.restoredIndex()).isEqualTo(-1);
        assertThat(after.numbers()).isEqualTo(upTo(350));
    }

    @Test
    void secondServerIsRejectedWithTheOwnersProcessId() throws IOException {
        try (JournalLog log = new JournalLog(directory, SMALL)) {
            log.open(new RecordingReplica());
            assertThatThrownBy(() -> new JournalLog(directory, SMALL).open(new RecordingReplica()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
        assertThat(reopened().numbers()).isEmpty();
    }

    @Test
    void identityIsCreatedOnceAndKept() throws IOException {
        filled(SMALL, 1, 1);
        String identity = Files.readString(directory.resolve("identity"));
        filled(SMALL, 2, 2);
        assertThat(Files.readString(directory.resolve("identity"))).isEqualTo(identity);
        assertThat(identity).contains("cluster=").contains("node=");
    }

    @Test
    void directoryIsAccessibleOnlyToItsOwner() throws IOException {
        filled(SMALL, 1, 1);
        for (Path path : List.of(directory, directory.resolve("journal"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
        }
        for (Path path : List.of(
                directory.resolve("identity"), Directories.segments(directory).getLast())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void oversizedBatchIsRejectedWithoutHarm() throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, SMALL)) {
            log.open(replica);
            int bytes = LogOptions.DEFAULT.batchBytesMax();
            assertThatThrownBy(() -> log.propose(Batches.numbered(1, bytes)))
                    .isInstanceOf(IllegalArgumentException.class);
            log.propose(Batches.numbered(1, bytes - 1024));
            replica.awaitCount(1);
        }
        assertThat(reopened().numbers()).isEqualTo(upTo(1));
    }
}
