package io.holdfast.core.state;

/**
 * A row that may have a deadline and contributes to the state hash. Its number never changes and
 * orders rows with equal deadlines, so that every replica processes them in the same order.
 */
public abstract class Timed {

    /** The deadline of a row that has none. */
    public static final long NEVER = Long.MAX_VALUE;

    private final long number;
    long dueNanos = NEVER;
    int heapIndex = -1;
    long hash;

    protected Timed(long number) {
        this.number = number;
    }

    public final long number() {
        return number;
    }

    public final long dueNanos() {
        return dueNanos;
    }

    /** Returns the kind of deadline. The order of the constants decides between equal times. */
    public abstract Due due();

    /** Returns a hash of everything in the row that a snapshot contains. */
    protected abstract long digest();

    /**
     * Returns an estimate of the row's heap, including its entries in indexes. It must be the same
     * when the row is added and when it is removed; code that changes it in between must call
     * {@link State#resized}.
     */
    protected abstract long heapBytes();

    /** Mixes one more value into a hash. */
    protected static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
