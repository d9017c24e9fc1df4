package io.holdfast.bench.load;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What one run found.
 *
 * @param latencies of the whole pair, or of the handover
 * @param acquires of the pair's first request alone, uncontended in a handover run
 * @param measuredNanos how long the window was open
 * @param serverNanos processor time of the server in the window, -1 where nobody knows
 * @param generatorNanos processor time of the generator's thread in the window
 * @param faults replies that were wrong or did not come, at any time of the run
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

    /** The server's processor time for each pair, in microseconds. */
    public OptionalDouble serverMicrosPerPair() {
        return serverNanos < 0 || latencies.count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(serverNanos / NANOS_PER_MICRO / latencies.count());
    }

    /** Which part of one core the generator used; near 1 it is the limit itself. */
    public double generatorShare() {
        return measuredNanos == 0 ? 0 : (double) generatorNanos / measuredNanos;
    }
}
