package io.holdfast.core.state;

/**
 * Something that may fall due, and that has a share in the state's hash. Its number never changes
 * and orders what falls due at the same instant, so that every replica takes it in the same order.
 */
public abstract class Timed {

    /** The due time of what never falls due. */
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

    /** What falling due means; the order of the constants decides between equal instants. */
    public abstract Due due();

    /** A hash of everything in it that a snapshot would keep. */
    protected abstract long digest();

    /**
     * An estimate of the heap that it takes, with its places in indexes. It is the same when the
     * row comes and when it goes; whatever changes it in between reports that to
     * {@link State#resized}.
     */
    protected abstract long heapBytes();

    /** Mixes one more value into a hash. */
    protected static long mix(long hash, long value) {
        long mixed = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
