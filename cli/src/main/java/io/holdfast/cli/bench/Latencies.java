package io.holdfast.cli.bench;

/** Counts durations in classes whose width is at most 1/64 of their value. Not thread-safe. */
final class Latencies {

    private static final int BITS = 6;
    private static final int CLASSES = 1 << BITS;

    private final long[] counts = new long[CLASSES * Long.SIZE];
    private long total;
    private long maxNanos;

    void add(long nanos) {
        counts[index(Math.max(0, nanos))]++;
        total++;
        maxNanos = Math.max(maxNanos, nanos);
    }

    void addAll(Latencies others) {
        for (int at = 0; at < counts.length; at++) {
            counts[at] += others.counts[at];
        }
        total += others.total;
        maxNanos = Math.max(maxNanos, others.maxNanos);
    }

    long total() {
        return total;
    }

    long maxNanos() {
        return maxNanos;
    }

    /** Returns the duration that this part of all durations does not exceed, rounded up. */
    long nanos(double part) {
        long rank = Math.max(1, (long) Math.ceil(part * total));
        long seen = 0;
        for (int at = 0; at < counts.length; at++) {
            seen += counts[at];
            if (seen >= rank) {
                return Math.min(maxNanos, upper(at));
            }
        }
        return maxNanos;
    }

    private static int index(long nanos) {
        if (nanos < CLASSES) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - BITS;
        return (shift + 1) * CLASSES + (int) (nanos >>> shift) - CLASSES;
    }

    private static long upper(int index) {
        if (index < CLASSES) {
            return index;
        }
        int shift = index / CLASSES - 1;
        return ((long) (index % CLASSES + CLASSES + 1) << shift) - 1;
    }
}
