package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Batches;
import io.holdfast.log.CommitLog;
import io.holdfast.log.CommitLogContract;
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

class RaftLogTest extends CommitLogContract {

    private static final RaftOptions SMALL = RaftOptions.DEFAULT.withSegmentBytes(64 * 1024);

    @TempDir
    private static Path temporary;

    private static int directories;

    private final Path directory = temporary.resolve("log-" + directories++);

    @Override
    protected CommitLog create() {
        // Called before this class's fields are set.
        return new RaftLog(temporary.resolve("contract-" + directories++), RaftOptions.DEFAULT);
    }

    private RecordingReplica filled(RaftOptions options, long first, long last) throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (RaftLog log = new RaftLog(directory, options)) {
            log.open(replica);
            for (long number = first; number <= last; number++) {
                log.propose(Batches.numbered(number, 100));
            }
        }
        return replica;
    }

    private RecordingReplica reopened() throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (RaftLog log = new RaftLog(directory, SMALL)) {
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
        try (RaftLog log = new RaftLog(directory, SMALL.withSnapshotsAfter(1 << 30, 500))) {
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
        try (RaftLog log = new RaftLog(directory, SMALL.withSnapshotsAfter(256 * 1024, 1 << 30))) {
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
        try (RaftLog log = new RaftLog(directory, SMALL)) {
            log.open(replica);
            for (int number = 1; number <= 200; number++) {
                log.propose(Batches.numbered(number));
                replica.awaitCount(number);
            }
        }
        // The name of Ratis's writer thread; without it, batches are applied two threads later.
        assertThat(threads).anyMatch(name -> name.contains("SegmentedRaftLogWorker"));
    }

    @Test
    void manyStartsTriggerASnapshot() throws IOException {
        for (int start = 1; start < 32; start++) {
            filled(SMALL, start, start);
        }
        RecordingReplica replica = new RecordingReplica();
        try (RaftLog log = new RaftLog(directory, SMALL)) {
            log.open(replica);
            log.propose(Batches.numbered(32));
            replica.awaitSnapshots(1);
        }
        assertThat(Directories.segments(directory)).hasSizeLessThan(10);
        assertThat(reopened().numbers()).isEqualTo(upTo(32));
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
        try (RaftLog log = new RaftLog(directory, SMALL.withSnapshotsAfter(1 << 30, 100))) {
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
        try (RaftLog log = new RaftLog(directory, SMALL)) {
            log.open(new RecordingReplica());
            assertThatThrownBy(() -> new RaftLog(directory, SMALL).open(new RecordingReplica()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        }
        assertThat(reopened().numbers()).isEmpty();
    }

    @Test
    void uncaughtExceptionHandlerIsKept() throws IOException {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        filled(SMALL, 1, 1);
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(before);
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
        for (Path path : List.of(directory, directory.resolve("raft"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
        }
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("identity"))))
                .isEqualTo("rw-------");
    }

    @Test
    void oversizedBatchIsRejectedWithoutHarm() throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (RaftLog log = new RaftLog(directory, SMALL)) {
            log.open(replica);
            int bytes = RaftOptions.DEFAULT.batchBytesMax();
            assertThatThrownBy(() -> log.propose(Batches.numbered(1, bytes)))
                    .isInstanceOf(IllegalArgumentException.class);
            log.propose(Batches.numbered(1, bytes - 1024));
            replica.awaitCount(1);
        }
        assertThat(reopened().numbers()).isEqualTo(upTo(1));
    }
}
