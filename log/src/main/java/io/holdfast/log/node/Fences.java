package io.holdfast.log.node;

/**
 * Fences start above the wall clock at every start, with room for two million grants a second: also
 * the directory may be an old copy of itself, and fences must rise over that too.
 */
public final class Fences {

    private static final int BITS_PER_SECOND = 21;

    private Fences() {}

    /** How many fences are set aside for so many seconds. */
    public static long of(long seconds) {
        return seconds << BITS_PER_SECOND;
    }
}
