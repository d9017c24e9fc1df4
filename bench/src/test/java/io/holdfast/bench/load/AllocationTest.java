package io.holdfast.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class AllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int WARMUP_REQUESTS = 40_000;
    private static final int MEASURED_REQUESTS = 40_000;

    /**
     * The bytes that this thread allocates between the two edges of the window, where the server's
     * processor time is asked for: all of the load lies between them and nothing else does.
     */
    private static double bytesPerPair(int connections, boolean careless) throws IOException {
        FakeLocks locks = new FakeLocks();
        byte[][] garbage = new byte[1][];
        try (Responder responder = new Responder(10_000, locks)) {
            long[] edges = new long[2];
            int[] asked = new int[1];
            Measurement found = ClosedLoop.measure(
                    responder.address(),
                    connections,
                    LockDialogues.unique(),
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
    void aPairAllocatesNothing() throws IOException {
        assertThat(bytesPerPair(8, false)).isLessThan(1);
    }

    @Test
    void aGeneratorThatAllocatesForARequestIsFoundOut() throws IOException {
        assertThat(bytesPerPair(8, true)).isGreaterThan(16);
    }
}
