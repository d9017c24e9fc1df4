package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.Batch;
import io.holdfast.core.scenario.GoldenScript;
import io.holdfast.core.snapshot.BatchCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The formats are promises: what an earlier version wrote is read for ever. These files are from
 * the first version; they are written anew, by {@code -Drewrite-golden}, only before it is
 * released.
 */
final class GoldenTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
    private static final Path BATCHES = GOLDEN.resolve("batches-v1.bin");
    private static final Path SNAPSHOT = GOLDEN.resolve("snapshot-v1.bin");
    private static final Path HASH = GOLDEN.resolve("hash-v1.txt");

    @Test
    void theGoldenLogReplaysToTheGoldenHash() throws IOException {
        rewriteIfAsked();
        Machine machine = new Machine();
        batches().forEach(machine::apply);
        assertThat(Long.toHexString(machine.hash()))
                .isEqualTo(Files.readString(HASH).strip());
        assertThat(Inspection.problems(machine)).isEmpty();
    }

    @Test
    void theGoldenSnapshotReadsBackToTheGoldenHash() throws IOException {
        rewriteIfAsked();
        SnapshotReader reader = new SnapshotReader();
        reader.accept(Files.readAllBytes(SNAPSHOT));
        Machine machine = reader.finish();
        assertThat(Long.toHexString(machine.hash()))
                .isEqualTo(Files.readString(HASH).strip());
    }

    @Test
    void todaysMachineWritesTheGoldenBytes() throws IOException {
        rewriteIfAsked();
        Machine machine = new Machine();
        List<Batch> log = GoldenScript.log();
        log.forEach(machine::apply);
        assertThat(SnapshotTest.bytes(machine)).isEqualTo(Files.readAllBytes(SNAPSHOT));
        assertThat(written(log)).isEqualTo(Files.readAllBytes(BATCHES));
    }

    private static List<Batch> batches() throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(BATCHES));
        List<Batch> batches = new ArrayList<>();
        while (file.hasRemaining()) {
            byte[] entry = new byte[file.getInt()];
            file.get(entry);
            batches.add(BatchCodec.decode(ByteBuffer.wrap(entry)));
        }
        return batches;
    }

    private static byte[] written(List<Batch> log) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Batch batch : log) {
            byte[] entry = BatchCodec.encode(batch);
            out.writeBytes(ByteBuffer.allocate(4).putInt(entry.length).array());
            out.writeBytes(entry);
        }
        return out.toByteArray();
    }

    private static void rewriteIfAsked() throws IOException {
        if (System.getProperty("rewrite-golden") != null) {
            Machine machine = new Machine();
            List<Batch> log = GoldenScript.log();
            log.forEach(machine::apply);
            Files.createDirectories(GOLDEN);
            Files.write(BATCHES, written(log));
            Files.write(SNAPSHOT, SnapshotTest.bytes(machine));
            Files.writeString(HASH, Long.toHexString(machine.hash()) + "\n");
        }
    }
}
