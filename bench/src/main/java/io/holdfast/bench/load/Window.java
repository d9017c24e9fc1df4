package io.holdfast.bench.load;

/**
 * The duration of a load.
 *
 * @param warmupNanos load before the window, not counted
 * @param measuredNanos load that is counted
 * @param drainNanos how long the last replies may take afterwards
 */
public record Window(long warmupNanos, long measuredNanos, long drainNanos) {

    private static final long DRAIN_NANOS = 15_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Returns a window in seconds, with the same drain time for all rows. */
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
