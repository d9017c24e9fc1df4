package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.log.Batches;
import io.holdfast.log.Clock;
import io.holdfast.log.DirectoryConflictException;
import io.holdfast.log.LogOptions;
import io.holdfast.log.RecordingReplica;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.journal.JournalLog;
import io.holdfast.log.raft.JournalConversion.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A kill at any step of the conversion of a journal into a Raft group leaves one valid log. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class JournalConversionTest {

    private static final int BATCHES = 20;

    @TempDir
    private Path temporary;

    private final SortedMap<String, PeerAddress> peers = FreePorts.peers("n1");

    private ClusterOptions options() {
        return new ClusterOptions("n1", peers, null, false, null);
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private Path journal() throws IOException {
        Path directory = temporary.resolve("journal-of-n1");
        fill(directory, 1, BATCHES);
        return directory;
    }

    private static void fill(Path directory, long from, long to) throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, LogOptions.DEFAULT, "n1")) {
            log.open(replica);
            for (long number = from; number <= to; number++) {
                log.propose(Batches.numbered(number));
            }
        }
        assertThat(replica.numbers()).isEqualTo(upTo(to));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (!file.endsWith("in_use.lock")) {
                    Files.copy(file, target);
                }
            }
        }
    }

    /** Returns what a kill would leave after each step. */
    private Map<Step, Path> killed() throws IOException {
        Path directory = journal();
        Map<Step, Path> left = new EnumMap<>(Step.class);
        try (DataDirectory files = DataDirectory.take(directory)) {
            new JournalConversion(files, options(), step -> {
                        Path target = temporary.resolve("killed-after-" + step);
                        try {
                            copy(directory, target);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                        left.put(step, target);
                    })
                    .run(new RecordingReplica());
        }
        assertThat(left).containsOnlyKeys(Step.values());
        return left;
    }

    /** Opens the directory as a member and returns what the state contains. */
    private RecordingReplica opened(Path directory) throws IOException {
        RecordingReplica replica = new LastState();
        try (ClusterLog log =
                new ClusterLog(directory, LogOptions.DEFAULT, options(), Clock.SYSTEM)) {
            log.open(replica);
            assertThat(log.membership().status().appliedIndex()).isGreaterThanOrEqualTo(BATCHES);
        }
        assertThat(DataDirectory.journal(directory)).doesNotExist();
        return replica;
    }

    /** Begins anew with each restored snapshot, as an engine does. */
    private static final class LastState extends RecordingReplica {
        @Override
        public void restore(long index, java.io.InputStream snapshot) throws IOException {
            clear();
            super.restore(index, snapshot);
        }
    }

    @Test
    void killAtEachStepLeavesOneValidLog() throws IOException {
        for (Map.Entry<Step, Path> left : killed().entrySet()) {
            Path directory = left.getValue();
            Path again = temporary.resolve("alone-after-" + left.getKey());
            copy(directory, again);
            boolean switched = left.getKey().compareTo(Step.SWITCHED) >= 0;
            if (switched) {
                assertThatThrownBy(() -> fill(again, BATCHES + 1, BATCHES + 1))
                        .as("journal after %s", left.getKey())
                        .isInstanceOf(DirectoryConflictException.class);
                assertThat(StoredGroup.read(again).options(null, null, null))
                        .as("start without flags after %s", left.getKey())
                        .isEqualTo(options());
            } else {
                assertThat(StoredGroup.read(again).options(null, null, null)).isNull();
                fill(again, BATCHES + 1, BATCHES + 3);
                assertThat(again.resolve("raft")).doesNotExist();
                assertThat(opened(again).numbers())
                        .as("conversion after %s and more batches", left.getKey())
                        .isEqualTo(upTo(BATCHES + 3));
            }
            assertThat(opened(directory).numbers())
                    .as("conversion again after %s", left.getKey())
                    .isEqualTo(upTo(BATCHES));
        }
    }

    @Test
    void journalWithoutEntriesIsConverted() throws IOException {
        Path directory = temporary.resolve("empty");
        fill(directory, 1, 0);
        RecordingReplica replica = new LastState();
        try (ClusterLog log =
                new ClusterLog(directory, LogOptions.DEFAULT, options(), Clock.SYSTEM)) {
            log.open(replica);
        }
        assertThat(replica.numbers()).isEmpty();
    }

    @Test
    void convertedDirectoryRejectsOtherPeers() throws IOException {
        Path directory = Objects.requireNonNull(killed().get(Step.RETIRED));
        SortedMap<String, PeerAddress> others = FreePorts.peers("n1", "n2");
        StoredGroup stored = StoredGroup.read(directory);
        assertThatThrownBy(
                        () -> stored.reconcile(new ClusterOptions("n1", others, null, false, null)))
                .isInstanceOf(DirectoryConflictException.class)
                .hasMessageContaining("whose only member is n1");
    }

    @Test
    void damagedJournalIsNotConverted() throws IOException {
        Path directory = journal();
        Path segment = DataDirectory.journal(directory).resolve("00000000000000000001.log");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[600] ^= 1;
        Files.write(segment, bytes);
        assertThatThrownBy(() -> opened(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(segment.toString())
                .hasMessageContaining("offset");
        assertThat(segment).exists();
        assertThat(directory.resolve("raft")).doesNotExist();
    }
}
