package io.holdfast.bench.load;

import org.HdrHistogram.Histogram;

/**
 * Durations in nanoseconds with three significant digits, in an array whose size is fixed before
 * the load begins.
 */
public final class Latencies {

    private static final long NANOS_MAX = 120_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(NANOS_MAX, DIGITS);

    /** Adds a value; one thread at a time. */
    public void record(long nanos) {
        histogram.recordValue(Math.clamp(nanos, 0, NANOS_MAX));
    }

    public long count() {
        return histogram.getTotalCount();
    }

    /** Returns the given percentile in microseconds, or 0 if there are no values. */
    public double percentileMicros(double percent) {
        return histogram.getValueAtPercentile(percent) / 1e3;
    }
}
