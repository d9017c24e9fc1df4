package io.holdfast.server.ops;

import java.util.concurrent.atomic.LongAdder;

/** A histogram with fixed buckets; recording is two additions and takes no lock. */
final class Histogram {

    private final long[] bounds;
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();

    /**
     * @param bounds the largest value of each bucket, rising; a bucket for larger values is added
     */
    Histogram(long... bounds) {
        this.bounds = bounds;
        this.counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    void record(long value) {
        int i = 0;
        while (i < bounds.length && value > bounds[i]) {
            i++;
        }
        counts[i].increment();
        sum.add(value);
    }

    long count() {
        long count = 0;
        for (LongAdder adder : counts) {
            count += adder.sum();
        }
        return count;
    }

    long sum() {
        return sum.sum();
    }

    /** Returns the largest value of each bucket in another unit; the last one is infinite. */
    double[] bounds(double unit) {
        double[] scaled = new double[counts.length];
        for (int i = 0; i < bounds.length; i++) {
            scaled[i] = bounds[i] / unit;
        }
        scaled[bounds.length] = Double.POSITIVE_INFINITY;
        return scaled;
    }

    long[] counts() {
        long[] now = new long[counts.length];
        for (int i = 0; i < counts.length; i++) {
            now[i] = counts[i].sum();
        }
        return now;
    }
}
