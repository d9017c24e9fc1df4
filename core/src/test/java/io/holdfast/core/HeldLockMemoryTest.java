package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.LocksCommand;
import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.SessionCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.value.KeyKind;
import io.holdfast.core.value.ResourceName;
import io.holdfast.core.value.Token;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** What a held lock with its session takes of the heap, and what an entry of history adds. */
final class HeldLockMemoryTest {

    private static final int ROWS = 100_000;

    /** The history of 100,000 resources does not fit into the share of a small budget. */
    private static final long BUDGET_BYTES = 4L << 30;

    private final Filler filler = new Filler();

    /** Returns the bytes of the heap that each of many steps adds. */
    private double bytesEach(IntConsumer step) {
        long before = HeapSizeTest.usedBytes();
        for (int i = 0; i < ROWS; i++) {
            step.accept(i);
        }
        double each = (HeapSizeTest.usedBytes() - before) / (double) ROWS;
        Reference.reachabilityFence(filler);
        return each;
    }

    private void hold(int i) {
        filler.ask(new SessionCommand.Open(Filler.session(i), null, false));
        filler.ask(Filler.acquire("key" + i, i, 0));
    }

    private void remember() {
        filler.ask(new MemberCommand.StateMemory("n1", BUDGET_BYTES));
        filler.ask(new MemberCommand.Configure(Settings.DEFAULT));
    }

    private void endAndAcquire(String key) {
        ResourceName name = Filler.lock(key);
        Token token = Objects.requireNonNull(Objects.requireNonNull(
                                filler.machine.kernel.find(name), "the resource exists")
                        .firstGrant())
                .token();
        filler.ask(new LocksCommand.Release(name, KeyKind.LOCK, Filler.session(0), token));
        filler.ask(Filler.acquire(key, 0, 0));
    }

    @Test
    void heldLockWithItsSessionTakesLessThan460BytesWithAndWithoutHistory() {
        assertThat(bytesEach(this::hold)).isLessThan(460);
        remember();
        assertThat(bytesEach(i -> hold(ROWS + i))).isLessThan(460);
    }

    @Test
    void firstPastGrantOfAResourceTakesLessThan320BytesAndEachLaterOneLessThan96() {
        remember();
        // The resources exist before and after, so only the history grows.
        filler.ask(new SessionCommand.Open(Filler.session(0), null, true));
        for (int i = 0; i < ROWS; i++) {
            filler.ask(Filler.acquire("past/" + i, 0, 0));
        }
        assertThat(bytesEach(i -> endAndAcquire("past/" + i))).isLessThan(320);
        assertThat(bytesEach(i -> endAndAcquire("past/" + i))).isLessThan(96);
    }
}
