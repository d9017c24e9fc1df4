package io.holdfast.bench.load;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The result of one run.
 *
 * @param latencies of the whole pair, or of the handover
 * @param acquires of the pair's first request alone, uncontended in a handover run
 * @param measuredNanos how long the window was open
 * @param serverNanos CPU time of the server in the window, -1 if unknown
 * @param generatorNanos CPU time of the generator's thread in the window
 * @param faults wrong or missing replies at any time of the run
 * @param examples the first of the faults
 */
public record Measurement(
        Latencies latencies,
        Latencies acquires,
        long measuredNanos,
        long serverNanos,
        long generatorNanos,
        long faults,
        List<String> examples) {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    static Measurement of(Latencies latencies, Latencies acquires, Meter meter, Faults faults) {
        if (latencies.count() == 0) {
            faults.add("nothing was completed in the window");
        }
        return new Measurement(
                latencies,
                acquires,
                meter.measuredNanos(),
                meter.serverSpentNanos(),
                meter.generatorSpentNanos(),
                faults.count(),
                faults.examples());
    }

    public double perSecond() {
        return measuredNanos == 0 ? 0 : latencies.count() * NANOS_PER_SECOND / measuredNanos;
    }

    /** Returns the server's CPU time per pair, in microseconds. */
    public OptionalDouble serverMicrosPerPair() {
        return serverNanos < 0 || latencies.count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(serverNanos / NANOS_PER_MICRO / latencies.count());
    }

    /**
     * Returns the share of one core that the generator used. Near 1, the generator is the
     * bottleneck.
     */
    public double generatorShare() {
        return measuredNanos == 0 ? 0 : (double) generatorNanos / measuredNanos;
    }
}
