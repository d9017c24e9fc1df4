package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.command.MemberCommand;
import io.holdfast.core.command.Settings;
import io.holdfast.core.history.ResourceHistory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The history of all resources together takes a limited part of the memory budget. */
final class HistoryMemoryTest {

    private static final long BUDGET_BYTES = 16 << 20;
    private static final long SHARE_BYTES = BUDGET_BYTES / 16;
    private static final int MANY = 20_000;

    private final Filler filler = new Filler();

    @BeforeEach
    void limit() {
        filler.ask(new MemberCommand.StateMemory("n1", BUDGET_BYTES));
        filler.prepare(Filler.Kind.PAST_GRANT, 0);
    }

    @Test
    void historyOfManyResourcesStaysWithinItsShare() {
        fill(0, MANY);
        assertThat(bytes()).isBetween(SHARE_BYTES / 2, SHARE_BYTES);
        assertThat(find(0)).as("the oldest").isNull();
        assertThat(find(MANY - 1)).as("the newest").isNotNull();
        assertThat(Inspection.problems(filler.machine)).isEmpty();
    }

    @Test
    void historyOfAResourceThatIsStillUsedIsKept() {
        fill(0, 1);
        for (int round = 0; round < 20; round++) {
            fill(1 + round * MANY / 20, 1 + (round + 1) * MANY / 20);
            filler.add(Filler.Kind.PAST_GRANT, 0);
        }
        assertThat(find(0))
                .isNotNull()
                .extracting(ResourceHistory::grants)
                .isEqualTo(Settings.HISTORY_DEFAULT);
        assertThat(find(1)).as("one that was used once").isNull();
    }

    @Test
    void smallerBudgetShrinksTheHistoryStepByStep() {
        fill(0, MANY);
        filler.ask(new MemberCommand.StateMemory("n1", BUDGET_BYTES / 8));
        long before = bytes();
        fill(MANY, MANY + 1);
        assertThat(bytes()).isBetween(before - 10_000, before);
        fill(MANY + 1, 2 * MANY);
        assertThat(bytes()).isLessThanOrEqualTo(SHARE_BYTES / 8);
    }

    @Test
    void restoredHistoryIsCountedAndDroppedAlike() {
        fill(0, MANY / 2);
        Machine original = filler.machine;
        long sequence = filler.sequence;
        Machine copy = SnapshotTest.copy(original);
        assertThat(copy.kernel.history().bytes()).isEqualTo(bytes());
        fill(MANY / 2, MANY);
        long hash = original.hash();
        filler.machine = copy;
        filler.sequence = sequence;
        fill(MANY / 2, MANY);
        assertThat(copy.hash()).isEqualTo(hash);
    }

    private void fill(int from, int to) {
        for (int i = from; i < to; i++) {
            filler.add(Filler.Kind.PAST_GRANT, i);
            if (i % 1_000 == 0) {
                // Idle keys are removed after a minute; their history stays.
                filler.moveTo(filler.machine.nowNanos() + Filler.HOUR_NANOS / 30);
            }
        }
    }

    private long bytes() {
        return filler.machine.kernel.history().bytes();
    }

    private @Nullable ResourceHistory find(int i) {
        return filler.machine.kernel.history().find(Filler.lock("past/" + i));
    }
}
