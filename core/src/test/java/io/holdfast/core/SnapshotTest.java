package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.codec.BatchCodec;
import io.holdfast.core.command.Batch;
import io.holdfast.core.scenario.GoldenScript;
import io.holdfast.core.value.Format;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SnapshotTest {

    private final List<Batch> log = GoldenScript.log();

    @Test
    void equalStatesHaveEqualSnapshots() {
        byte[] straight = bytes(replay(log, machine -> machine));
        byte[] restored = bytes(replay(log, SnapshotTest::copy));
        byte[] aborted = bytes(replay(log, machine -> {
            SnapshotWriter given = machine.snapshot();
            given.next(100);
            given.abort();
            return machine;
        }));
        byte[] read = bytes(replay(
                log.stream()
                        .map(b -> BatchCodec.decode(
                                ByteBuffer.wrap(BatchCodec.encode(b)), Format.NEWEST))
                        .toList(),
                machine -> machine));
        assertThat(restored).isEqualTo(straight);
        assertThat(aborted).isEqualTo(straight);
        assertThat(read).isEqualTo(straight);
    }

    @Test
    void restoredSnapshotHasTheSameHashAndBytes() {
        Machine machine = new Machine();
        for (Batch batch : log) {
            machine.apply(batch);
            Machine copy = copy(machine);
            assertThat(copy.hash()).isEqualTo(machine.hash());
            assertThat(bytes(copy)).isEqualTo(bytes(machine));
            assertThat(Inspection.problems(copy)).isEmpty();
        }
    }

    @Test
    void snapshotInPiecesShowsTheStateAtItsBeginning() {
        for (int cut = 0; cut < log.size(); cut++) {
            for (int pieceBytes : new int[] {1, 90, 700}) {
                Machine machine = new Machine();
                log.subList(0, cut).forEach(machine::apply);
                byte[] atOnce = bytes(machine);
                SnapshotWriter writer = machine.snapshot();
                ByteArrayOutputStream written = new ByteArrayOutputStream();
                int next = cut;
                for (byte[] piece = writer.next(pieceBytes);
                        piece != null;
                        piece = writer.next(pieceBytes)) {
                    written.writeBytes(piece);
                    if (next < log.size()) {
                        machine.apply(log.get(next++));
                        assertThat(Inspection.problems(machine)).isEmpty();
                    }
                }
                assertThat(written.toByteArray()).as("begun after " + cut).isEqualTo(atOnce);
            }
        }
    }

    @Test
    void restoredMachineContinuesLikeTheOriginal() {
        for (int cut = 0; cut < log.size(); cut++) {
            Machine machine = new Machine();
            log.subList(0, cut).forEach(machine::apply);
            Machine copy = copy(machine);
            for (Batch batch : log.subList(cut, log.size())) {
                var expected = machine.apply(batch);
                var effects = copy.apply(batch);
                assertThat(effects.replies()).isEqualTo(expected.replies());
                assertThat(effects.events()).isEqualTo(expected.events());
                assertThat(copy.hash()).isEqualTo(machine.hash());
            }
        }
    }

    @Test
    void onlyOneSnapshotAtATime() {
        Machine machine = new Machine();
        SnapshotWriter first = machine.snapshot();
        assertThatThrownBy(machine::snapshot).isInstanceOf(IllegalStateException.class);
        first.abort();
        assertThat(machine.snapshot().next(1)).isNotEmpty();
    }

    private interface Detour {
        Machine take(Machine machine);
    }

    private static Machine replay(List<Batch> log, Detour detour) {
        Machine machine = new Machine();
        for (Batch batch : log) {
            machine.apply(batch);
            machine = detour.take(machine);
        }
        return machine;
    }

    static Machine copy(Machine machine) {
        SnapshotReader reader = new SnapshotReader();
        pieces(machine).forEach(reader::accept);
        return reader.finish();
    }

    static byte[] bytes(Machine machine) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces(machine).forEach(all::writeBytes);
        return all.toByteArray();
    }

    private static List<byte[]> pieces(Machine machine) {
        List<byte[]> pieces = new ArrayList<>();
        SnapshotWriter writer = machine.snapshot();
        for (byte[] piece = writer.next(64); piece != null; piece = writer.next(64)) {
            pieces.add(piece);
        }
        return pieces;
    }
}
