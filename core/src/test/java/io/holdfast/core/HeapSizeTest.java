package io.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.ref.Reference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the machine's count of bytes with the real heap use. */
final class HeapSizeTest {

    private static final int ROWS = 10_000;
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    @ParameterizedTest
    @EnumSource
    void countedSizeOfEachKindIsCloseToItsHeapUse(Filler.Kind kind) {
        Filler filler = new Filler();
        filler.prepare(kind, ROWS);
        long heapBefore = usedBytes();
        long countBefore = filler.machine.stateBytes();
        for (int i = 0; i < ROWS; i++) {
            filler.add(kind, i);
        }
        double counted = filler.machine.stateBytes() - countBefore;
        double taken = usedBytes() - heapBefore;
        Reference.reachabilityFence(filler);
        assertThat(counted / taken)
                .as("%.0f bytes counted for %.0f of each", counted / ROWS, taken / ROWS)
                .isBetween(0.95, most(kind));
    }

    /** Edges that share texts count in full, because a restored snapshot does not share them. */
    private static double most(Filler.Kind kind) {
        return switch (kind) {
            case CONNECTION, SESSION, LOCK, SEMAPHORE, WAITER, PLACE, POOL, LEASE -> 1.4;
            case CLAIM,
                    WAITING_CLAIM,
                    ENTITY,
                    ITEM,
                    ENTITY_LOCK,
                    NODE,
                    TOKEN,
                    OUTCOME,
                    PAST_GRANT -> 1.4;
            case NODE_LEASE -> 2.2;
            case EDGE -> 3.5;
        };
    }

    /** Returns the minimum of several measurements, because garbage is not collected at once. */
    static long usedBytes() {
        long smallest = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            MEMORY.gc();
            smallest = Math.min(smallest, MEMORY.getHeapMemoryUsage().getUsed());
        }
        return smallest;
    }
}
