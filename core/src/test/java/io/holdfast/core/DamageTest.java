package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.holdfast.core.bytes.MalformedBytesException;
import io.holdfast.core.codec.BatchCodec;
import io.holdfast.core.command.Batch;
import io.holdfast.core.scenario.GoldenScript;
import io.holdfast.core.value.Format;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Damaged bytes are always rejected, with one kind of exception. */
final class DamageTest {

    private final List<Batch> log = GoldenScript.log();
    private final Random chance = new Random(0x5EED);

    @Test
    void everyTruncatedSnapshotIsRejected() {
        byte[] whole = snapshot();
        for (int length = 0; length < whole.length; length++) {
            assertRefused(Arrays.copyOf(whole, length), "the first " + length + " bytes");
        }
    }

    @Test
    void everySnapshotWithOneFlippedBitIsRejected() {
        byte[] whole = snapshot();
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
            assertRefused(flipped, "bit " + bit);
        }
    }

    @Test
    void snapshotWithManyDamagedBytesIsRejected() {
        byte[] whole = snapshot();
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = whole.clone();
            for (int i = 0; i <= round % 8; i++) {
                damaged[chance.nextInt(whole.length)] = (byte) chance.nextInt();
            }
            if (!Arrays.equals(damaged, whole)) {
                assertRefused(damaged, "round " + round);
            }
        }
    }

    @Test
    void snapshotWithMovedOrRepeatedBytesIsRejected() {
        byte[] whole = snapshot();
        for (int round = 0; round < 5_000; round++) {
            byte[] damaged = whole.clone();
            int from = chance.nextInt(whole.length);
            int to = chance.nextInt(whole.length);
            int length = 1 + chance.nextInt(whole.length - Math.max(from, to));
            System.arraycopy(whole, from, damaged, to, length);
            if (!Arrays.equals(damaged, whole)) {
                assertRefused(damaged, "round " + round);
            }
        }
    }

    @Test
    void garbageIsRejectedAsSnapshot() {
        for (int round = 0; round < 5_000; round++) {
            byte[] garbage = new byte[chance.nextInt(300)];
            chance.nextBytes(garbage);
            assertRefused(garbage, "round " + round);
        }
    }

    @Test
    void everyTruncatedBatchIsRejected() {
        for (Batch batch : log) {
            byte[] whole = BatchCodec.encode(batch);
            assertThat(decode(whole)).isTrue();
            for (int length = 0; length < whole.length; length++) {
                assertThat(decode(Arrays.copyOf(whole, length)))
                        .as("%s bytes", length)
                        .isFalse();
            }
        }
    }

    @Test
    void damagedBatchIsRejectedOrReadAsAValidOne() {
        for (Batch batch : log) {
            byte[] whole = BatchCodec.encode(batch);
            for (int bit = 0; bit < whole.length * 8; bit++) {
                byte[] flipped = whole.clone();
                flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
                decode(flipped);
            }
            for (int round = 0; round < 500; round++) {
                byte[] garbage = whole.clone();
                for (int i = 0; i < 4; i++) {
                    garbage[chance.nextInt(whole.length)] = (byte) chance.nextInt();
                }
                decode(garbage);
            }
        }
    }

    private byte[] snapshot() {
        Machine machine = new Machine();
        log.forEach(machine::apply);
        return SnapshotTest.bytes(machine);
    }

    private static void assertRefused(byte[] bytes, String what) {
        try {
            SnapshotReader reader = new SnapshotReader();
            reader.accept(bytes);
            reader.finish();
        } catch (MalformedBytesException expected) {
            return;
        } catch (RuntimeException e) {
            fail(what, e);
        }
        fail("accepted: " + what);
    }

    /** Returns whether the bytes were read; bytes that are read must be written back unchanged. */
    private static boolean decode(byte[] bytes) {
        try {
            Batch batch = BatchCodec.decode(ByteBuffer.wrap(bytes), Format.NEWEST);
            assertThat(BatchCodec.decode(ByteBuffer.wrap(BatchCodec.encode(batch)), Format.NEWEST))
                    .isEqualTo(batch);
            return true;
        } catch (MalformedBytesException expected) {
            return false;
        }
    }
}
