package io.holdfast.rig.overload;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Latencies of the well-behaved clients' requests. Thread-safe. */
final class Latencies {

    private final Histogram micros = new ConcurrentHistogram(3);
    private final LongAdder refusals = new LongAdder();

    void add(long nanos) {
        micros.recordValue(Math.max(1, nanos / 1_000));
    }

    /** The server refused a new lock with a definite answer. */
    void refused() {
        refusals.increment();
    }

    long refusals() {
        return refusals.sum();
    }

    long count() {
        return micros.getTotalCount();
    }

    long micros(double percentile) {
        return micros.getValueAtPercentile(percentile);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(count()).append(" requests");
        Arrays.asList(50.0, 99.0, 99.9, 100.0)
                .forEach(p -> text.append(", p")
                        .append(p == 99.9 ? "99.9" : Integer.toString(p.intValue()))
                        .append(' ')
                        .append(micros(p))
                        .append(" us"));
        return text.toString();
    }
}
