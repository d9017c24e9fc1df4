package io.holdfast.log.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.core.command.Batch;
import java.util.HexFormat;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** The bytes of one log entry. */
class EntryTest {

    private static final String TICK = "02" + "0000000000000005" + "0000000000000006" + "0000";

    private static Entry tick(long number) {
        Batch batch = new Batch(5, 6, number, List.of());
        return Entry.of(batch, 9, BatchBytes.CODEC.encode(batch));
    }

    private static ByteString bytes(String hex) {
        return ByteString.copyFrom(HexFormat.of().parseHex(hex));
    }

    /** These bytes are on users' disks, and every later release must read them. */
    @Test
    void formatsStayUnchanged() {
        assertThat(tick(0).bytes()).isEqualTo(bytes("01" + "0000000000000009" + TICK));
        assertThat(Entry.of(List.of(tick(0), tick(0)), 8).bytes())
                .isEqualTo(
                        bytes("02" + "0000000000000008" + "00000013" + TICK + "00000013" + TICK));
    }

    @Test
    void combinedBatchesReadBackInOrder() {
        Entry bundle = Entry.of(List.of(tick(1), tick(2), tick(3)), 8);

        assertThat(Entry.read(bundle.bytes(), BatchBytes.CODEC)).isEqualTo(bundle);
        assertThat(bundle.batches()).extracting(Batch::number).containsExactly(1L, 2L, 3L);
        assertThat(Entry.acknowledged(bundle.bytes())).isEqualTo(8);
    }

    @Test
    void singleBatchStaysUnchanged() {
        Entry alone = tick(1);
        assertThat(Entry.of(List.of(alone), 8)).isSameAs(alone);
    }

    @Test
    void leaderStampsAllBatchesOfAnEntryEqually() {
        Entry stamped = Entry.of(List.of(tick(1), tick(2)), 8).stamped(50, 60);

        assertThat(stamped.batches())
                .containsExactly(new Batch(50, 60, 1, List.of()), new Batch(50, 60, 2, List.of()));
        assertThat(Entry.read(stamped.bytes(), BatchBytes.CODEC)).isEqualTo(stamped);
    }

    @Test
    void unreadableEntryIsRejected() {
        String several = "02" + "0000000000000008";
        for (String damaged : List.of(
                "",
                "01",
                "03" + "0000000000000008" + TICK,
                several + "000000",
                several + "00000014" + TICK,
                several + "ffffffff" + TICK)) {
            assertThatThrownBy(() -> Entry.read(bytes(damaged), BatchBytes.CODEC))
                    .as(damaged)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
