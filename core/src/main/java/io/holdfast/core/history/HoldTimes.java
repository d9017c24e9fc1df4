package io.holdfast.core.history;

import io.holdfast.core.query.PastGrant;
import io.holdfast.core.value.Estimate;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Estimates waits from the hold times in a resource's history, with integers only, so that every
 * replica computes the same.
 */
public final class HoldTimes {

    /** The newest hold times that count: enough for a range, few enough to follow a drift. */
    private static final int SAMPLES_MAX = 16;

    /** With fewer hold times nothing is estimated. */
    private static final int SAMPLES_MIN = 3;

    /** Longer hold times count as this long, so that no sum overflows. */
    private static final long MILLIS_MAX = 1L << 40;

    /**
     * About nine of ten values of a normal distribution lie below 1.28 deviations over the mean.
     */
    private static final long RANGE_PERCENT = 128;

    private final long[] millis = new long[SAMPLES_MAX];
    private int count;
    private long meanMillis;
    private long variance;

    private HoldTimes() {}

    /** Returns the hold times of a history; null if there are too few. */
    public static @Nullable HoldTimes of(@Nullable ResourceHistory history) {
        if (history == null || history.grants() < SAMPLES_MIN) {
            return null;
        }
        HoldTimes times = new HoldTimes();
        Iterator<PastGrant> grants = history.newestGrants();
        long sum = 0;
        while (grants.hasNext() && times.count < SAMPLES_MAX) {
            long held = Math.min(grants.next().heldMillis(), MILLIS_MAX);
            times.millis[times.count++] = held;
            sum += held;
        }
        times.meanMillis = sum / times.count;
        times.variance = times.varianceAround(times.meanMillis);
        return times;
    }

    /** Divides first, because the square of a long hold time may exceed 64 bits. */
    private long varianceAround(long mean) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long off = Math.abs(millis[i] - mean);
            long square = off < 1L << 31 ? off * off : Long.MAX_VALUE / SAMPLES_MAX;
            sum += square / (count - 1);
        }
        return sum;
    }

    /** Returns how long one holder is expected to keep the resource. */
    public Estimate hold() {
        return rest(0);
    }

    /**
     * Returns how long the waiter at this position is expected to wait.
     *
     * @param position in the queue, from one
     * @param capacity how many holders there can be; nothing is estimated if there can be none
     * @param elapsedMillis how long the holder of the oldest grant has held it
     */
    public Estimate wait(int position, int capacity, long elapsedMillis) {
        if (capacity == 0) {
            return Estimate.NONE;
        }
        if (capacity > 1) {
            return around(meanMillis * position / capacity, position, capacity);
        }
        Estimate rest = rest(elapsedMillis);
        return position == 1
                ? rest
                : around(rest.typicalMillis() + meanMillis * (position - 1), position, 1);
    }

    /** Takes the range and the median from what is left of the longer hold times. */
    private Estimate rest(long elapsedMillis) {
        long[] longer = new long[count];
        int size = 0;
        for (int i = 0; i < count; i++) {
            if (millis[i] >= elapsedMillis) {
                longer[size++] = millis[i] - elapsedMillis;
            }
        }
        if (size == 0) {
            // It has been held for longer than ever: the others tell little about the rest.
            return new Estimate(0, meanMillis / 2, meanMillis);
        }
        Arrays.sort(longer, 0, size);
        return new Estimate(longer[0], longer[size / 2], longer[size - 1]);
    }

    /**
     * Returns a range for the sum of several hold times. The mean is itself only known from a few
     * of them, which counts the more, the longer the queue is.
     */
    private Estimate around(long typical, int holds, int capacity) {
        long share = holds * 10_000L + (long) holds * holds * 10_000 / count;
        long deviation = squareRoot(variance / capacity) * squareRoot(share) / 100;
        long range = deviation / 100 * RANGE_PERCENT + deviation % 100 * RANGE_PERCENT / 100;
        return new Estimate(Math.max(0, typical - range), typical, typical + range);
    }

    /** Returns the largest number whose square is not greater. */
    static long squareRoot(long value) {
        long root = 0;
        for (long bit = 1L << 30; bit > 0; bit >>= 1) {
            long tried = root | bit;
            if (tried * tried <= value) {
                root = tried;
            }
        }
        return root;
    }
}
