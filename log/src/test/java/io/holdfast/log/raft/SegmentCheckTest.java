package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Batch;
import io.holdfast.log.Batches;
import io.holdfast.log.Clock;
import io.holdfast.log.LogOptions;
import io.holdfast.log.RecordingReplica;
import io.holdfast.log.ratis.SegmentCheck;
import io.holdfast.log.ratis.SegmentEnds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to the segments of a member is rejected if it affects acknowledged entries. */
class SegmentCheckTest {

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
        Path work = temporary.resolve("work");
        ClusterOptions options = new ClusterOptions("n1", FreePorts.peers("n1"), null, false, null);
        try (ClusterLog log = new ClusterLog(work, OPTIONS, options, Clock.SYSTEM)) {
            RecordingReplica replica = new RecordingReplica() {
                @Override
                public void leads(long term) {
                    log.lead(term, 0);
                }
            };
            log.open(replica);
            for (int number = 1; number <= ENTRIES; number++) {
                log.propose(batch(number, BATCH_BYTES));
                replica.awaitCount(number);
            }
            copy(work, killed);
            // One batch, because a second would prove that the first was acknowledged.
            log.propose(batch(ENTRIES + 1, LATER_BYTES));
            replica.awaitCount(ENTRIES + 1);
            copy(work, killedLater);
        }
        assertThat(segments(killed)).hasSizeGreaterThan(2);
    }

    private static Batch batch(long number, int bytes) {
        return new Batch(0, 0, number, Batches.numbered(number, bytes).proposals());
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

    /** Returns the segments in the order of their entries, the open one last. */
    private static List<Path> segments(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("log_"))
                    .sorted(Comparator.comparingLong(SegmentCheckTest::first))
                    .toList();
        }
    }

    private static long first(Path segment) {
        String name = segment.getFileName().toString();
        return Long.parseLong(name.replaceAll("log_(?:inprogress_)?(\\d+).*", "$1"));
    }

    private static Path copy(Path original) throws IOException {
        Path copy = temporary.resolve("copy-" + copies++);
        copy(original, copy);
        return copy;
    }

    private static void check(Path directory) throws IOException {
        Path segments = segments(directory).getFirst().getParent();
        SegmentCheck.check(
                Objects.requireNonNull(segments),
                -1,
                -1,
                RatisSettings.entryBytesMax(OPTIONS),
                Entry::acknowledged);
    }

    /** Returns the offset after the last entry. */
    private static int end(Path segment) throws IOException {
        return SegmentEnds.end(segment, first(segment), RatisSettings.entryBytesMax(OPTIONS));
    }

    @Test
    void flippedBitIsRejectedAnywhere() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Path directory = copy(killed);
        List<Path> segments = segments(directory);
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
        Path segment = segments(directory).getLast();
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
        Path last = segments(killed).getLast();
        byte[] before = Files.readAllBytes(last);
        byte[] after = Files.readAllBytes(killedLater.resolve(killed.relativize(last)));
        int start = end(last);
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Path directory = copy(killed);
        Path segment = segments(directory).getLast();
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

    @Test
    void truncatedOpenSegmentKeepsIntactEntries() throws IOException {
        Path directory = copy(killed);
        Path segment = segments(directory).getLast();
        byte[] whole = Arrays.copyOf(Files.readAllBytes(segment), end(segment));
        for (int length = SegmentEnds.HEAD_BYTES; length < whole.length; length += 37) {
            Files.write(segment, Arrays.copyOf(whole, length));
            check(directory);
            assertThat(end(segment)).isLessThanOrEqualTo(length).isGreaterThan(length - 1000);
        }
    }

    @Test
    void truncatedClosedSegmentIsRejected() throws IOException {
        Path directory = copy(killed);
        Path segment = segments(directory).get(1);
        byte[] whole = Files.readAllBytes(segment);
        for (int length = 0; length < whole.length; length += 97) {
            Files.write(segment, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> check(directory))
                    .as("length %d", length)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(segment.toString());
        }
    }

    @Test
    void missingSegmentIsRejected() throws IOException {
        for (int i = 0; i < segments(killed).size() - 1; i++) {
            Path directory = copy(killed);
            Files.delete(segments(directory).get(i));
            assertThatThrownBy(() -> check(directory))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("lacks the entries");
        }
    }

    @Test
    void segmentWithALostRenameIsAccepted() throws IOException {
        Path directory = copy(killed);
        Path closed = segments(directory).get(1);
        Path renamed = closed.resolveSibling("log_inprogress_" + first(closed));
        Files.move(closed, renamed);
        check(directory);
        assertThat(renamed).doesNotExist();
        assertThat(closed).exists();
    }

    @Test
    void lowerTermIsRejected() throws IOException {
        Path directory = copy(killed);
        Path meta = segments(directory).getFirst().resolveSibling("raft-meta");
        Files.writeString(meta, Files.readString(meta).replace("term=1", "term=0"));
        assertThatThrownBy(() -> check(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(meta.toString());
    }
}
