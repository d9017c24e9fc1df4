package io.holdfast.core.history;

import io.holdfast.core.query.PastGrant;
import io.holdfast.core.value.Estimate;
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
        if (history == null || history.size() < SAMPLES_MIN) {
            return null;
        }
        HoldTimes times = new HoldTimes();
        Iterator<PastGrant> grants = history.newestFirst();
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
        return around(meanMillis, 1, 1);
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
        long typical = capacity == 1
                ? remainingMillis(elapsedMillis) + meanMillis * (position - 1)
                : meanMillis * position / capacity;
        return around(typical, position, capacity);
    }

    /** Averages what is left of those hold times that are longer than the one so far. */
    private long remainingMillis(long elapsedMillis) {
        long sum = 0;
        int longer = 0;
        for (int i = 0; i < count; i++) {
            if (millis[i] > elapsedMillis) {
                sum += millis[i] - elapsedMillis;
                longer++;
            }
        }
        // The holder has held for longer than any before it: no time can be told from the others.
        return longer == 0 ? meanMillis / 2 : sum / longer;
    }

    private Estimate around(long typical, int holds, int capacity) {
        long deviation = squareRoot(variance / capacity) * squareRoot((long) holds * 10_000) / 100;
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
