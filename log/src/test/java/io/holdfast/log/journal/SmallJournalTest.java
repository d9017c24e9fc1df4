package io.holdfast.log.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** A small journal with every possible change of one bit, and with every length. */
final class SmallJournalTest {

    private static final UUID CLUSTER = new UUID(1, 2);
    private static final int SEGMENT_BYTES = 2048;
    private static final List<byte[]> BODIES = List.of(
            "first".getBytes(StandardCharsets.UTF_8),
            // Contains a whole sector of zeros, as a record may.
            new byte[1100],
            new byte[] {9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            "last in the first segment".getBytes(StandardCharsets.UTF_8),
            new byte[400],
            mostlyZeros());

    /** The last record has a sector of zeros too, and a complete write must not look unfinished. */
    private static byte[] mostlyZeros() {
        byte[] body = Arrays.copyOf("last".getBytes(StandardCharsets.UTF_8), 900);
        body[899] = 1;
        return body;
    }

    private static SimulatedDisk journal() throws IOException {
        SimulatedDisk disk = new SimulatedDisk(new Random(1));
        Recovery.Recovered none = Recovery.run(disk, CLUSTER, -1, -1, (index, body) -> {});
        try (Journal journal = new Journal(disk, CLUSTER, SEGMENT_BYTES, Runnable::run, none)) {
            for (byte[] body : BODIES) {
                if (!journal.fits(body)) {
                    journal.makeRoom(body);
                }
                journal.add(body);
                journal.sync();
            }
        }
        assertThat(segments(disk)).hasSize(2);
        return disk;
    }

    private static List<String> segments(SimulatedDisk disk) {
        return disk.names().stream().filter(SegmentHead::isName).toList();
    }

    private static boolean opensCompletely(SimulatedDisk disk) {
        List<String> found = new ArrayList<>();
        try {
            Recovery.run(disk, CLUSTER, -1, 0, (index, body) -> found.add(text(body)));
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("simulated/");
            return false;
        }
        assertThat(found.size()).isEqualTo(BODIES.size());
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).isEqualTo(text(ByteBuffer.wrap(BODIES.get(i))));
        }
        return true;
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.ISO_8859_1.decode(bytes).toString();
    }

    @Test
    void everyFlippedBitIsHarmlessOrRejected() throws IOException {
        SimulatedDisk disk = journal();
        int rejected = 0;
        for (String name : segments(disk)) {
            for (int offset = 0; offset < SEGMENT_BYTES; offset++) {
                for (int bit = 0; bit < 8; bit++) {
                    SimulatedDisk damaged = disk.afterKill();
                    damaged.flip(name, offset, bit);
                    rejected += opensCompletely(damaged) ? 0 : 1;
                }
            }
        }
        assertThat(rejected).isGreaterThan(SEGMENT_BYTES * 8);
    }

    @Test
    void everyTruncationIsRejected() throws IOException {
        SimulatedDisk disk = journal();
        for (String name : segments(disk)) {
            for (int length = 0; length < SEGMENT_BYTES; length++) {
                SimulatedDisk damaged = disk.afterKill();
                damaged.truncate(name, length);
                assertThat(opensCompletely(damaged))
                        .as("%s, %d bytes", name, length)
                        .isFalse();
            }
        }
        assertThat(opensCompletely(disk)).isTrue();
    }

    @Test
    void everyMissingSectorOfAnAcknowledgedRecordIsRejected() throws IOException {
        SimulatedDisk disk = journal();
        String first = segments(disk).getFirst();
        for (int sector = 0; sector < SEGMENT_BYTES / Sectors.BYTES; sector++) {
            SimulatedDisk damaged = disk.afterKill();
            if (damaged.clear(first, sector)) {
                assertThat(opensCompletely(damaged)).as("sector %d", sector).isFalse();
            }
        }
    }

    /** A record's length is checked by itself, so a changed one does not look like a torn write. */
    @Test
    void everyFlippedBitOfALengthIsDetected() {
        RecordFormat format = new RecordFormat();
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            long offset = 8L * random.nextInt(1 << 17);
            long first = 1L + random.nextInt(1 << 30);
            byte[] body = new byte[1 + random.nextInt(3000)];
            random.nextBytes(body);
            ByteBuffer segment = ByteBuffer.allocate((int) offset + 4096);
            buffer.clear();
            format.put(buffer, first, offset, first, first - 1, body);
            segment.put((int) offset, buffer.array(), 0, buffer.position());
            assertThat(format.headIntact(segment, (int) offset, first)).isTrue();
            for (int bit = 0; bit < 64; bit++) {
                int at = (int) offset + bit / 8;
                segment.put(at, (byte) (segment.get(at) ^ 1 << bit % 8));
                assertThat(format.headIntact(segment, (int) offset, first)).isFalse();
                segment.put(at, (byte) (segment.get(at) ^ 1 << bit % 8));
            }
        }
    }

    /** Pins the bytes of a record and of a segment header. */
    @Test
    void formatIsTheDocumentedOne() {
        ByteBuffer record = ByteBuffer.allocate(64);
        new RecordFormat().put(record, 7, 512, 9, 8, new byte[] {1, 2, 3});
        assertThat(record.position()).isEqualTo(32);
        assertThat(record.getInt(0)).isEqualTo(3);
        assertThat(record.getShort(4)).isZero();
        assertThat(record.getLong(8)).isEqualTo(9);
        assertThat(record.getInt(16)).isEqualTo(1);
        CRC32C crc = new CRC32C();
        crc.update(record.array(), 0, 20);
        crc.update(record.array(), 24, 8);
        assertThat(record.getInt(20)).isEqualTo((int) crc.getValue());
        assertThat(record.get(24)).isEqualTo((byte) 1);
        assertThat(record.get(31)).isEqualTo((byte) 255);

        SegmentHead head = new SegmentHead(7, 1024, CLUSTER);
        assertThat(head.name()).isEqualTo("00000000000000000007.log");
        ByteBuffer bytes = head.bytes();
        byte[] mark = new byte[8];
        bytes.get(mark);
        assertThat(new String(mark, StandardCharsets.US_ASCII)).isEqualTo("HFJOURNL");
        assertThat(bytes.getInt()).isEqualTo(1);
        assertThat(bytes.getLong(16)).isEqualTo(7);
        assertThat(bytes.getLong(24)).isEqualTo(1024);
        assertThat(SegmentHead.read(bytes)).isEqualTo(head);
    }
}
