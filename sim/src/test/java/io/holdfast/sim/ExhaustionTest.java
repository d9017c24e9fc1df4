package io.holdfast.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.core.value.KeyKind;
import org.junit.jupiter.api.Test;

final class ExhaustionTest {

    private static final int LENGTH = Integer.getInteger("sim.length", 5);

    @Test
    void everySequenceOfTwoClientsOnOneLockIsValid() {
        assertThat(new Exhaustion(KeyKind.LOCK, 1).run(LENGTH)).isEqualTo(sequences(LENGTH));
    }

    @Test
    void everySequenceOfTwoClientsOnOneSemaphoreIsValid() {
        assertThat(new Exhaustion(KeyKind.SEMAPHORE, 2).run(LENGTH - 1))
                .isEqualTo(sequences(LENGTH - 1));
    }

    /** Two ticks, six requests of each client; the first request is always the first client's. */
    private static long sequences(int length) {
        long onlyTicks = 1;
        long others = 0;
        for (int i = 0; i < length; i++) {
            others = others * 14 + onlyTicks * 6;
            onlyTicks *= 2;
        }
        return onlyTicks + others;
    }
}
