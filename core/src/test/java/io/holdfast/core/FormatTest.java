package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.bytes.NewerFormatException;
import io.holdfast.core.codec.BatchCodec;
import io.holdfast.core.command.Batch;
import io.holdfast.core.command.Command;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Proposal;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.scenario.GoldenScript;
import io.holdfast.core.value.Actor;
import io.holdfast.core.value.Format;
import io.holdfast.core.value.Origin;
import io.holdfast.core.value.SessionId;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FormatTest {

    private final Machine machine = new Machine();
    private long sequence;

    @Test
    void freshMachineWritesTheOldestFormat() {
        assertThat(machine.format()).isEqualTo(Format.OLDEST);
        assertThat(version(SnapshotTest.bytes(machine))).isEqualTo(Format.OLDEST);
        assertThat(BatchCodec.encode(tick().in(machine.format()))[0]).isEqualTo((byte) 2);
    }

    @Test
    void raisedMachineWritesTheNewestFormatAndKeepsTheLevelInItsSnapshot() {
        started();
        long before = machine.hash();
        machine.apply(batch(new MemberCommand.RaiseFormat(Format.NEWEST)));
        assertThat(machine.format()).isEqualTo(Format.NEWEST);
        assertThat(machine.hash()).isNotEqualTo(before);
        assertThat(version(SnapshotTest.bytes(machine))).isEqualTo(Format.NEWEST);
        assertThat(SnapshotTest.copy(machine).format()).isEqualTo(Format.NEWEST);
        assertThat(BatchCodec.encode(tick().in(machine.format()))[0])
                .isEqualTo((byte) Format.NEWEST);
    }

    @Test
    void levelNeverGoesBack() {
        started();
        machine.apply(batch(new MemberCommand.RaiseFormat(Format.NEWEST)));
        machine.apply(batch(new MemberCommand.RaiseFormat(Format.OLDEST)));
        assertThat(machine.format()).isEqualTo(Format.NEWEST);
    }

    @Test
    void batchThatRaisesIsInTheNewFormatItself() {
        Batch raise = batch(new MemberCommand.RaiseFormat(Format.NEWEST));
        byte[] bytes = BatchCodec.encode(raise);
        assertThat(bytes[0]).isEqualTo((byte) Format.NEWEST);
        assertThat(BatchCodec.decode(ByteBuffer.wrap(bytes), Format.NEWEST)).isEqualTo(raise);
    }

    @Test
    void olderReleaseReportsBothFormatsForBatchesAndSnapshots() {
        byte[] batch = BatchCodec.encode(tick().in(Format.NEWEST));
        assertThatThrownBy(() -> BatchCodec.decode(ByteBuffer.wrap(batch), Format.OLDEST))
                .isInstanceOf(NewerFormatException.class)
                .hasMessageContaining("has format 5")
                .hasMessageContaining("formats up to 2");
        started();
        machine.apply(batch(new MemberCommand.RaiseFormat(Format.NEWEST)));
        byte[] snapshot = SnapshotTest.bytes(machine);
        assertThatThrownBy(() -> new SnapshotReader(Format.OLDEST).accept(snapshot))
                .isInstanceOf(NewerFormatException.class)
                .hasMessageContaining("has format 5")
                .hasMessageContaining("formats up to 2");
    }

    @Test
    void snapshotBegunBeforeTheRaiseKeepsItsFormat() {
        List<Batch> log = GoldenScript.log();
        log.forEach(machine::apply);
        byte[] atOnce = SnapshotTest.bytes(machine);
        SnapshotWriter writer = machine.snapshot();
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        byte[] piece = writer.next(100);
        started();
        machine.apply(batch(new MemberCommand.RaiseFormat(Format.NEWEST)));
        for (int number = 0; piece != null; number++) {
            written.writeBytes(piece);
            // Rows change while pieces are written, so that some are copied before the change.
            machine.apply(batch(new SessionCommand.Open(new SessionId(9, number), null, false)));
            piece = writer.next(100);
        }
        assertThat(machine.format()).isEqualTo(Format.NEWEST);
        assertThat(written.toByteArray()).isEqualTo(atOnce);
    }

    private void started() {
        machine.apply(batch(new MemberCommand.Started("f1", 1, 0, 0)));
    }

    private static Batch tick() {
        return new Batch(0, 0, List.of());
    }

    private Batch batch(Command<?> command) {
        Origin origin = new Origin("f1", 1, ++sequence);
        Proposal proposal = new Proposal(origin, Actor.MEMBER, null, command);
        return new Batch(machine.nowNanos(), 0, List.of(proposal)).in(machine.format());
    }

    private static int version(byte[] snapshot) {
        return ByteBuffer.wrap(snapshot).getInt(4);
    }
}
