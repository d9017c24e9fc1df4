package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.codec.BatchCodec;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.scenario.GoldenScript;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every release must read what earlier versions wrote. The files of the newest version are
 * regenerated with {@code -Drewrite-golden} only before it is released; those of earlier versions
 * never.
 */
final class GoldenTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");

    /** Format 5 is not released: additions may still change these bytes. */
    private static final String NEWEST = "v5";

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v2", "v3", "v4", NEWEST})
    void goldenLogReplaysToTheGoldenHash(String version) throws IOException {
        rewriteIfAsked();
        Machine machine = new Machine();
        batches(version).forEach(machine::apply);
        assertThat(Long.toHexString(machine.hash())).isEqualTo(hash(version));
        assertThat(Inspection.problems(machine)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v2", "v3", "v4", NEWEST})
    void goldenSnapshotReadsBackToTheGoldenHash(String version) throws IOException {
        rewriteIfAsked();
        SnapshotReader reader = new SnapshotReader();
        reader.accept(Files.readAllBytes(GOLDEN.resolve("snapshot-" + version + ".bin")));
        Machine machine = reader.finish();
        assertThat(Long.toHexString(machine.hash())).isEqualTo(hash(version));
    }

    @Test
    void currentMachineWritesTheGoldenBytes() throws IOException {
        rewriteIfAsked();
        assertWrites(raised(numbered(GoldenScript.log()), Format.NEWEST), NEWEST);
    }

    @Test
    void machineBelowTheNewestLevelWritesTheFormatOfItsLevel() throws IOException {
        assertWrites(numbered(GoldenScript.log()), "v2");
        assertWrites(raised(numbered(GoldenScript.log()), Format.THIRD), "v3");
        assertWrites(raised(numbered(GoldenScript.log()), Format.FOURTH), "v4");
    }

    private static void assertWrites(List<Batch> log, String version) throws IOException {
        Machine machine = new Machine();
        log.forEach(machine::apply);
        assertThat(SnapshotTest.bytes(machine))
                .isEqualTo(Files.readAllBytes(GOLDEN.resolve("snapshot-" + version + ".bin")));
        assertThat(written(log))
                .isEqualTo(Files.readAllBytes(GOLDEN.resolve("batches-" + version + ".bin")));
    }

    /** Returns the same log at a level: the first process raises it right after its start. */
    static List<Batch> raised(List<Batch> log, int level) {
        List<Batch> raised = new ArrayList<>();
        for (Batch batch : log) {
            List<Proposal> proposals = new ArrayList<>(batch.proposals());
            if (raised.isEmpty()) {
                Proposal began = proposals.getFirst();
                Origin origin = new Origin(
                        began.origin().member(),
                        began.origin().incarnation(),
                        Long.MAX_VALUE >>> 8);
                proposals.add(new Proposal(
                        origin, began.actor(), null, new MemberCommand.RaiseFormat(level)));
                MemberCommand memory = new MemberCommand.StateMemory(origin.member(), 1L << 40);
                proposals.add(new Proposal(origin, began.actor(), null, memory));
            }
            raised.add(new Batch(batch.timeNanos(), batch.wallMillis(), batch.number(), proposals)
                    .in(level));
        }
        return raised;
    }

    /** Returns the batches as those of cluster members. */
    private static List<Batch> numbered(List<Batch> log) {
        Map<String, Long> numbers = new HashMap<>();
        List<Batch> numbered = new ArrayList<>();
        for (Batch batch : log) {
            if (batch.proposals().isEmpty()) {
                numbered.add(batch);
            } else {
                Origin origin = batch.proposals().getFirst().origin();
                long number = numbers.merge(origin.member() + origin.incarnation(), 1L, Long::sum);
                numbered.add(new Batch(
                        batch.timeNanos(), batch.wallMillis(), number, batch.proposals()));
            }
        }
        return numbered;
    }

    private static String hash(String version) throws IOException {
        return Files.readString(GOLDEN.resolve("hash-" + version + ".txt")).strip();
    }

    private static List<Batch> batches(String version) throws IOException {
        Path path = GOLDEN.resolve("batches-" + version + ".bin");
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(path));
        List<Batch> batches = new ArrayList<>();
        while (file.hasRemaining()) {
            byte[] entry = new byte[file.getInt()];
            file.get(entry);
            batches.add(BatchCodec.decode(ByteBuffer.wrap(entry), Format.NEWEST));
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
            List<Batch> log = raised(numbered(GoldenScript.log()), Format.NEWEST);
            log.forEach(machine::apply);
            Files.createDirectories(GOLDEN);
            Files.write(GOLDEN.resolve("batches-" + NEWEST + ".bin"), written(log));
            Files.write(GOLDEN.resolve("snapshot-" + NEWEST + ".bin"), SnapshotTest.bytes(machine));
            Files.writeString(
                    GOLDEN.resolve("hash-" + NEWEST + ".txt"),
                    Long.toHexString(machine.hash()) + "\n");
        }
    }
}
