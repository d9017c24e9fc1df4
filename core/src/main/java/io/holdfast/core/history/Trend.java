package io.holdfast.core.history;

/**
 * The line through the last hold times that fits them best. If it rises or falls clearly, later
 * hold times are expected on it. If it does not, it only says how wrong the mean may be.
 */
final class Trend {

    /** With fewer hold times every line is chance. */
    private static final int SAMPLES_MIN = 6;

    /** A slope is clear if it is at least this many halves of its standard error. */
    private static final int CLEAR_HALVES = 5;

    /** Larger numbers are shifted to this size, so that no square overflows. */
    private static final int BITS_MAX = 24;

    private final int count;
    private final int shift;

    /** The sum of each place times its distance from the mean. Places are 2 apart around zero. */
    private final long slopeSum;

    /** The sum of the squares of the places; the slope is the quotient of both. */
    private final long placesSum;

    private final long scaledVariance;
    private final boolean clear;

    /** @param millis the newest first */
    Trend(long[] millis, int count, long meanMillis) {
        this.count = count;
        this.placesSum = (long) count * (count * count - 1) / 3;
        long most = 0;
        for (int i = 0; i < count; i++) {
            most = Math.max(most, Math.abs(millis[i] - meanMillis));
        }
        this.shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(most) - BITS_MAX);
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += place(i) * (millis[i] - meanMillis >> shift);
        }
        this.slopeSum = count < SAMPLES_MIN ? 0 : sum;
        long squares = 0;
        for (int i = 0; i < count; i++) {
            long off = (millis[i] - meanMillis >> shift) - slopeSum * place(i) / placesSum;
            squares += off * off;
        }
        this.scaledVariance = squares / Math.max(1, count - 2);
        this.clear = 2 * Math.abs(slopeSum)
                > CLEAR_HALVES * HoldTimes.squareRoot(scaledVariance * placesSum);
    }

    private long place(int index) {
        return count - 1 - 2L * index;
    }

    /** Returns whether the slope is too large to be chance. */
    boolean clear() {
        return clear;
    }

    /**
     * Returns by how much a later hold time differs from the mean. The trend is followed for as
     * many hold times as it was observed; beyond them it stays where it is.
     *
     * @param ahead zero for the next hold time to end
     */
    long change(int ahead) {
        return slopeSum * (count + 1 + 2L * Math.min(ahead, count)) / placesSum << shift;
    }

    /** Returns by how much a hold time of now differs from the one at this index. */
    long changeSince(int index) {
        return slopeSum * 2 * (index + 1) / placesSum << shift;
    }

    /** Returns the variance of the hold times around the line. */
    long variance() {
        return scaledVariance << Math.min(2 * shift, Long.numberOfLeadingZeros(scaledVariance) - 2);
    }

    /**
     * Returns what the uncertain slope adds to the variance of a sum of later hold times, in parts
     * of 10,000 of the variance of one.
     */
    long varianceShare(int holds) {
        long steps = (long) holds * (count + Math.min(holds, count));
        return steps * steps / placesSum * 10_000;
    }

    /** Returns how wrong a sum of later hold times is if the slope is not chance. */
    long suspected(int holds) {
        long steps = (long) holds * (count + Math.min(holds, count));
        return Math.abs(slopeSum) * steps / placesSum << shift;
    }
}
