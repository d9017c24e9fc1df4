package io.holdfast.bench.load;

import java.util.List;

/** Invented measurements for tests. */
public final class Samples {

    private static final long MEASURED_NANOS = 2_000_000_000L;

    private Samples() {}

    public static Measurement good() {
        return of(1_000, 40_000, 0, List.of());
    }

    public static Measurement faulty(String example) {
        return of(500, 80_000, 7, List.of(example));
    }

    public static Measurement withoutProcess() {
        return of(2_000, -1, 0, List.of());
    }

    /** Returns {@code count} pairs in two seconds, of which every hundredth is slow. */
    public static Measurement of(
            int count, long serverNanosPerPair, long faults, List<String> examples) {
        Latencies latencies = new Latencies();
        Latencies acquires = new Latencies();
        for (int i = 0; i < count; i++) {
            latencies.record(i % 100 == 99 ? 5_000_000 : 100_000);
            acquires.record(80_000);
        }
        return new Measurement(
                latencies,
                acquires,
                MEASURED_NANOS,
                serverNanosPerPair < 0 ? -1 : serverNanosPerPair * count,
                MEASURED_NANOS / 4,
                faults,
                examples);
    }
}
