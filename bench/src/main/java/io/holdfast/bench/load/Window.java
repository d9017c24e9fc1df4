package io.holdfast.bench.load;

/**
 * How long a load runs.
 *
 * @param warmupNanos load that is not counted, before
 * @param measuredNanos load that is counted
 * @param drainNanos how long the last replies may take, after
 */
public record Window(long warmupNanos, long measuredNanos, long drainNanos) {

    private static final long DRAIN_NANOS = 15_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;

    /** A window in seconds with the drain that all rows have. */
    public static Window ofSeconds(double warmupSeconds, double measuredSeconds) {
        return new Window(
                (long) (warmupSeconds * NANOS_PER_SECOND),
                (long) (measuredSeconds * NANOS_PER_SECOND),
                DRAIN_NANOS);
    }

    long totalNanos() {
        return warmupNanos + measuredNanos + drainNanos;
    }
}
