package io.holdfast.log.engine;

/**
 * Every start raises fences above the wall clock, with room for two million grants a second: even
 * if the directory is an old copy of itself, fences must keep rising.
 */
public final class Fences {

    private static final int BITS_PER_SECOND = 21;

    private Fences() {}

    /** Returns the number of fences reserved for the given seconds. */
    public static long of(long seconds) {
        return seconds << BITS_PER_SECOND;
    }
}
