package io.holdfast.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class AllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int CONNECTIONS = 8;
    private static final int WARMUP_REQUESTS = 40_000;
    private static final int MEASURED_REQUESTS = 40_000;

    /**
     * Returns the bytes that this thread allocates between the two edges of the window, at which
     * the server's CPU time is read: exactly the load lies between them.
     */
    private static double bytesPerPair(
            Responder serving, IntFunction<Dialogue> dialogues, boolean careless)
            throws IOException {
        byte[][] garbage = new byte[1][];
        try (Responder responder = serving) {
            long[] edges = new long[2];
            int[] asked = new int[1];
            Measurement found = ClosedLoop.measure(
                    responder.address(),
                    CONNECTIONS,
                    dialogues,
                    Loads.window(WARMUP_REQUESTS, MEASURED_REQUESTS),
                    () -> {
                        edges[asked[0]++] = THREADS.getCurrentThreadAllocatedBytes();
                        return 0;
                    },
                    () -> {
                        if (careless) {
                            garbage[0] = new byte[16];
                        }
                        return responder.now();
                    });
            assertThat(found.examples()).isEmpty();
            assertThat(asked[0]).isEqualTo(2);
            return (double) (edges[1] - edges[0]) / found.latencies().count();
        }
    }

    @Test
    void pairAllocatesNothing() throws IOException {
        Responder responder = new Responder(10_000, new FakeLocks());

        assertThat(bytesPerPair(responder, LockDialogues.unique(), false)).isLessThan(1);
    }

    @Test
    void pairOfTheLineProtocolAllocatesNothing() throws IOException {
        Responder responder = Responder.ofLines(10_000, new FakeLine());

        assertThat(bytesPerPair(responder, LineDialogues.unique(), false)).isLessThan(1);
    }

    @Test
    void allocationPerRequestIsDetected() throws IOException {
        Responder responder = new Responder(10_000, new FakeLocks());

        assertThat(bytesPerPair(responder, LockDialogues.unique(), true)).isGreaterThan(16);
    }
}
