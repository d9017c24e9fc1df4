package io.holdfast.log.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.log.Batches;
import io.holdfast.log.LogOptions;
import io.holdfast.log.RecordingReplica;
import io.holdfast.log.directory.DataDirectory;
import io.holdfast.log.directory.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to the files of a real log is rejected if it affects acknowledged entries. */
class DamageTest {

    private static final int ENTRIES = 120;
    private static final int BATCH_BYTES = 700;
    private static final int LATER_BYTES = 2_500;
    private static final LogOptions OPTIONS = LogOptions.DEFAULT.withSegmentBytes(32 * 1024);

    @TempDir
    private static Path temporary;

    /** A log that was killed after its last batch, and the same with one more large batch. */
    private static Path killed;

    private static Path killedLater;
    private static int copies;

    @BeforeAll
    static void makeLogs() throws IOException {
        killed = temporary.resolve("killed");
        killedLater = temporary.resolve("killed-later");
        RecordingReplica replica = new RecordingReplica();
        Path work = temporary.resolve("work");
        try (JournalLog log = new JournalLog(work, OPTIONS)) {
            log.open(replica);
            for (long number = 1; number <= ENTRIES; number++) {
                log.propose(Batches.numbered(number, BATCH_BYTES));
                replica.awaitCount((int) number);
            }
            Directories.copy(work, killed);
            // One batch, because a second would prove that the first was acknowledged.
            log.propose(Batches.numbered(ENTRIES + 1, LATER_BYTES));
            replica.awaitCount(ENTRIES + 1);
            Directories.copy(work, killedLater);
        }
        assertThat(Directories.segments(killed)).hasSizeGreaterThan(2);
    }

    private static Path copy(Path original) throws IOException {
        Path copy = temporary.resolve("copy-" + copies++);
        Directories.copy(original, copy);
        return copy;
    }

    private static List<Long> numbers(Path directory) throws IOException {
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, OPTIONS)) {
            log.open(replica);
        }
        return replica.numbers();
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private static void check(Path directory) throws IOException {
        Path identity = directory.resolve(DataDirectory.IDENTITY);
        Path journal = DataDirectory.journal(directory);
        Recovery.Recovered recovered = Recovery.run(
                new DiskFiles(journal),
                Identity.read(identity).cluster(),
                -1,
                0,
                (index, body) -> {});
        Objects.requireNonNull(recovered.open()).close();
    }

    private static int end(Path segment) throws IOException {
        return Directories.end(segment);
    }

    @Test
    void killedLogOpensWithAllAcknowledgedBatches() throws IOException {
        assertThat(numbers(copy(killed))).isEqualTo(upTo(ENTRIES));
    }

    @Test
    void flippedBitIsRejectedAnywhere() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Path directory = copy(killed);
        List<Path> segments = Directories.segments(directory);
        for (int i = 0; i < 600; i++) {
            Path segment = segments.get(i % segments.size());
            byte[] intact = Files.readAllBytes(segment);
            byte[] damaged = intact.clone();
            int offset = random.nextInt(end(segment));
            damaged[offset] ^= (byte) (1 << random.nextInt(8));
            Files.write(segment, damaged);
            assertThatThrownBy(() -> check(directory))
                    .as("seed %d, %s at %d", seed, segment, offset)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(segment.toString())
                    .hasMessageContaining("offset");
            Files.write(segment, intact);
        }
    }

    @Test
    void everyBitOfTheLastEntryIsChecked() throws IOException {
        Path directory = copy(killed);
        Path segment = Directories.segments(directory).getLast();
        byte[] intact = Files.readAllBytes(segment);
        int end = end(segment);
        for (int offset = end - BATCH_BYTES - 90; offset < end; offset++) {
            byte[] damaged = intact.clone();
            damaged[offset] ^= (byte) (1 << offset % 8);
            Files.write(segment, damaged);
            assertThatThrownBy(() -> check(directory))
                    .as("offset %d", offset)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void unfinishedWriteIsTruncated() throws IOException {
        Path last = Directories.segments(killed).getLast();
        byte[] before = Files.readAllBytes(last);
        byte[] after = Files.readAllBytes(killedLater.resolve(killed.relativize(last)));
        int start = end(last);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Path directory = copy(killed);
        Path segment = Directories.segments(directory).getLast();
        for (int i = 0; i < 300; i++) {
            byte[] torn = before.clone();
            // Some sectors of the last write reached the disk and some did not.
            for (int sector = start / 512 * 512; sector < after.length; sector += 512) {
                if (random.nextBoolean()) {
                    int length = Math.min(512, after.length - sector);
                    System.arraycopy(after, sector, torn, sector, length);
                }
            }
            if (Arrays.equals(torn, after)) {
                continue;
            }
            Files.write(segment, torn);
            assertThatCode(() -> check(directory)).as("seed %d", seed).doesNotThrowAnyException();
            assertThat(end(segment)).as("seed %d", seed).isGreaterThanOrEqualTo(start);
            byte[] kept = Files.readAllBytes(segment);
            assertThat(Arrays.mismatch(kept, 0, start, before, 0, start)).isEqualTo(-1);
        }
    }

    /** Segments have their full size before they are used, so a shorter one was damaged. */
    @Test
    void truncatedSegmentIsRejected() throws IOException {
        Path directory = copy(killed);
        List<Path> segments = Directories.segments(directory);
        for (Path segment : List.of(segments.get(1), segments.getLast())) {
            byte[] whole = Files.readAllBytes(segment);
            for (int length = 0; length < whole.length; length++) {
                truncate(segment, whole, length);
                assertThatThrownBy(() -> check(directory))
                        .as("%s, length %d", segment, length)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(segment.toString())
                        .hasMessageContaining("offset");
            }
            Files.write(segment, whole);
        }
    }

    /** Files are shortened step by step in a fraction of the time that writing them takes. */
    private static void truncate(Path segment, byte[] whole, int length) throws IOException {
        Files.write(segment, Arrays.copyOf(whole, length));
    }

    @Test
    void missingSegmentIsRejected() throws IOException {
        for (int i = 0; i < Directories.segments(killed).size() - 1; i++) {
            Path directory = copy(killed);
            Files.delete(Directories.segments(directory).get(i));
            assertThatThrownBy(() -> numbers(directory))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("lacks the entries");
        }
    }

    @Test
    void missingEndAfterAGracefulStopIsRejected() throws IOException {
        Path directory = temporary.resolve("stopped");
        try (JournalLog log = new JournalLog(directory, OPTIONS)) {
            log.open(new RecordingReplica());
            for (long number = 1; number <= 5; number++) {
                log.propose(Batches.numbered(number, BATCH_BYTES));
            }
        }
        Path segment = Directories.segments(directory).getLast();
        byte[] whole = Files.readAllBytes(segment);
        int end = end(segment);
        for (int from = SegmentHead.BYTES; from < end; from += 8) {
            byte[] damaged = whole.clone();
            Arrays.fill(damaged, from, end, (byte) 0);
            Files.write(segment, damaged);
            assertThatThrownBy(() -> numbers(directory))
                    .as("zeros from %d", from)
                    .isInstanceOf(IOException.class);
        }
        Files.write(segment, whole);
        assertThat(numbers(directory)).isEqualTo(upTo(5));
    }

    @Test
    void lostLogIsNotMistakenForANewOne() throws IOException {
        Path directory = copy(killed);
        Directories.delete(directory.resolve("journal"));
        assertThatThrownBy(() -> numbers(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lacks the entries");
    }

    @Test
    void segmentOfAnotherJournalIsRejected() throws IOException {
        Path other = temporary.resolve("other");
        try (JournalLog log = new JournalLog(other, OPTIONS)) {
            log.open(new RecordingReplica());
        }
        Path directory = copy(killed);
        Path first = Directories.segments(directory).getFirst();
        Files.copy(
                Directories.segments(other).getFirst(), first, StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> numbers(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(first.toString())
                .hasMessageContaining("belongs to cluster");
    }

    @Test
    void damagedSnapshotIsRejectedByName() throws IOException {
        Path directory = temporary.resolve("snapshot");
        RecordingReplica replica = new RecordingReplica();
        try (JournalLog log = new JournalLog(directory, OPTIONS.withSnapshotsAfter(1 << 30, 50))) {
            log.open(replica);
            for (long number = 1; number <= 50; number++) {
                log.propose(Batches.numbered(number));
            }
            replica.awaitSnapshots(1);
        }
        Path file = Directories.only(directory, "snapshot.*_[0-9][0-9]");
        byte[] intact = Files.readAllBytes(file);
        for (int offset = 0; offset < intact.length; offset += 40) {
            byte[] damaged = intact.clone();
            damaged[offset] ^= 4;
            Files.write(file, damaged);
            assertThatThrownBy(() -> numbers(directory))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString());
        }
        Files.write(file, intact);
        assertThat(numbers(directory)).isEqualTo(upTo(50));
        Files.delete(file.resolveSibling(file.getFileName() + ".md5"));
        assertThatThrownBy(() -> numbers(directory)).hasMessageContaining("digest is missing");
    }

    @Test
    void damagedIdentityIsRejectedByName() throws IOException {
        Path directory = copy(killed);
        Path file = directory.resolve("identity");
        Files.writeString(file, "cluster=nonsense\nnode=n\n");
        assertThatThrownBy(() -> numbers(directory)).hasMessageContaining(file.toString());
        Files.delete(file);
        assertThatThrownBy(() -> numbers(directory)).hasMessageContaining(file.toString());
    }
}
