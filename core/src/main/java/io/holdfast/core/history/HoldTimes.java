package io.holdfast.core.history;

import io.holdfast.core.query.PastGrant;
import io.holdfast.core.value.Estimate;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Estimates waits from the hold times in a resource's history, with integers only, so that every
 * replica computes the same. It is created for one question and costs nothing when a grant ends.
 */
public final class HoldTimes {

    /** The newest hold times that count: enough for a range, few enough to follow a drift. */
    private static final int SAMPLES_MAX = 16;

    /** With fewer hold times nothing is estimated. */
    private static final int SAMPLES_MIN = 3;

    /** The last waiter whose wait is computed. A later one waits longer in proportion. */
    private static final int HOLDS_MAX = 1_000;

    /** Longer hold times count as this long, so that no sum overflows. */
    private static final long MILLIS_MAX = 1L << 40;

    /**
     * About nine of ten values of a normal distribution lie below 1.28 deviations over the mean.
     */
    private static final long RANGE_PERCENT = 128;

    /** The newest first. */
    private final long[] millis;

    private final int count;
    private final long meanMillis;
    private final long variance;
    private final Trend trend;

    private HoldTimes(long[] millis, int count) {
        this.millis = millis;
        this.count = count;
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += millis[i];
        }
        meanMillis = sum / count;
        variance = variance();
        trend = new Trend(millis, count, meanMillis);
    }

    /** Returns the hold times of a history; null if there are too few. */
    public static @Nullable HoldTimes of(@Nullable ResourceHistory history) {
        if (history == null || history.grants() < SAMPLES_MIN) {
            return null;
        }
        long[] millis = new long[Math.min(SAMPLES_MAX, history.grants())];
        Iterator<PastGrant> grants = history.newestGrants();
        for (int i = 0; i < millis.length; i++) {
            millis[i] = Math.min(grants.next().heldMillis(), MILLIS_MAX);
        }
        return new HoldTimes(millis, millis.length);
    }

    /** Divides first, because the square of a long hold time may exceed 64 bits. */
    private long variance() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long off = Math.abs(millis[i] - meanMillis);
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
        if (position > HOLDS_MAX) {
            return wait(HOLDS_MAX, capacity, elapsedMillis).times(position, HOLDS_MAX);
        }
        if (capacity > 1) {
            return around(holdsMillis(0, position) / capacity, position, capacity);
        }
        Estimate rest = rest(elapsedMillis);
        return position == 1
                ? rest
                : around(rest.typicalMillis() + holdsMillis(1, position), position, 1);
    }

    /** Returns the sum of the next hold times. The holder's own is number zero. */
    private long holdsMillis(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += Math.max(0, meanMillis + (trend.clear() ? trend.change(i) : 0));
        }
        return sum;
    }

    /**
     * Takes the range and the median from what is left of the longer hold times, each changed by
     * the trend since.
     */
    private Estimate rest(long elapsedMillis) {
        long[] longer = new long[count];
        int size = 0;
        for (int i = 0; i < count; i++) {
            long since = trend.clear() ? trend.changeSince(i) : 0;
            long expected = Math.max(0, millis[i] + since);
            if (expected >= elapsedMillis) {
                longer[size++] = expected - elapsedMillis;
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
     * of them, which counts the more, the longer the queue is, and so does the trend.
     */
    private Estimate around(long typical, int holds, int capacity) {
        long share = holds * 10_000L + (long) holds * holds * 10_000 / count;
        long deviation;
        if (trend.clear()) {
            share += trend.varianceShare(holds);
            deviation = squareRoot(trend.variance() / capacity) * squareRoot(share) / 100;
        } else {
            deviation = squareRoot(variance / capacity) * squareRoot(share) / 100
                    + trend.suspected(holds) / capacity;
        }
        long range = deviation / 100 * RANGE_PERCENT + deviation % 100 * RANGE_PERCENT / 100;
        return new Estimate(Math.max(0, typical - range), typical, typical + range);
    }

    /** Returns the largest number whose square is not greater. */
    static long squareRoot(long value) {
        long root = 0;
        for (long bit = 1L << 31; bit > 0; bit >>= 1) {
            long tried = root | bit;
            if (tried * tried <= value && tried * tried >= 0) {
                root = tried;
            }
        }
        return root;
    }
}
