package io.holdfast.log.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.Machine;
import io.holdfast.core.SnapshotWriter;
import io.holdfast.core.scenario.GoldenScript;
import io.holdfast.log.engine.SnapshotFrames;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The backup file format. The golden file is from the first version of the format; it is
 * regenerated with {@code -Drewrite-golden} only before that version is released. Its state is that
 * of core's golden files.
 */
final class BackupFormatTest {

    private static final Path GOLDEN =
            Path.of("src", "test", "resources", "golden", "backup-v1.bin");
    private static final Description WHAT =
            new Description("0.1.0", "n1", 4711, 1_700_000_000_000L);

    private static Machine machine() {
        Machine machine = new Machine();
        GoldenScript.log().forEach(machine::apply);
        return machine;
    }

    private static byte[] written(Machine machine, int pieceBytes) {
        TestBackup out = new TestBackup();
        BackupWriter backup = new BackupWriter(WHAT, out);
        SnapshotWriter writer = machine.snapshot();
        for (byte[] piece = writer.next(pieceBytes);
                piece != null;
                piece = writer.next(pieceBytes)) {
            backup.write(SnapshotFrames.frame(piece)).join();
        }
        backup.complete(WHAT.index()).join();
        return out.await();
    }

    private static Backup read(byte[] bytes) throws IOException {
        return Backup.read(new ByteArrayInputStream(bytes), "The backup x");
    }

    @Test
    void goldenBackupIsReadable() throws IOException {
        if (System.getProperty("rewrite-golden") != null) {
            Files.createDirectories(GOLDEN.getParent());
            Files.write(GOLDEN, written(machine(), 1000));
        }
        Backup backup = Backup.read(GOLDEN);
        assertThat(backup.description()).isEqualTo(WHAT);
        assertThat(backup.machine().fence()).isEqualTo(machine().fence());
        assertThat(backup.machine().nowNanos()).isEqualTo(machine().nowNanos());
    }

    @Test
    void writtenBackupReadsBack() throws IOException {
        Machine machine = machine();
        for (int pieceBytes : new int[] {1, 500, 1 << 20}) {
            Backup backup = read(written(machine, pieceBytes));
            assertThat(backup.description()).isEqualTo(WHAT);
            assertThat(backup.machine().hash()).isEqualTo(machine.hash());
        }
    }

    @Test
    void truncatedBackupIsRejectedWithOffset() {
        byte[] whole = written(machine(), 1000);
        for (int length = 8; length < whole.length; length += 1 + length / 50) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part))
                    .as("cut at %s", length)
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching(
                            "The backup x is damaged at offset \\d+: it (is truncated there|ends in"
                                    + " the middle of a piece)");
        }
    }

    @Test
    void flippedBitIsRejectedWithOffset() {
        byte[] whole = written(machine(), 1000);
        Random random = new Random(7);
        for (int at = 0; at < whole.length; at += 1 + at / 100) {
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> read(flipped))
                    .as("flipped at %s", at)
                    .isInstanceOf(IOException.class)
                    .hasMessageMatching("The backup x (is not a backup|has format|is damaged at"
                            + " offset \\d+: )(?s:.*)");
        }
    }

    @Test
    void trailingBytesAreRejected() {
        byte[] whole = written(machine(), 1000);
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> read(longer)).hasMessageContaining("bytes follow its end");
    }

    @Test
    void newerFormatIsRejectedWithItsNumber() {
        byte[] newer = written(machine(), 1000);
        ByteBuffer.wrap(newer).putInt(8, 2);
        assertThatThrownBy(() -> read(newer))
                .hasMessage("The backup x has format 2, and this server reads 1: restore it with"
                        + " the version that wrote it");
    }

    @Test
    void otherFileIsRejected() {
        assertThatThrownBy(() -> read("a letter".getBytes(StandardCharsets.UTF_8)))
                .hasMessage("The backup x is not a backup of Holdfast");
        assertThatThrownBy(() -> read(new byte[0])).hasMessageContaining("is not a backup");
    }
}
