package io.holdfast.sim;

/**
 * A small seeded generator. The same seed gives the same numbers on every machine and in every
 * release.
 */
final class Chance {

    private long state;

    Chance(long seed) {
        state = seed;
    }

    long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** Returns a number from zero up to, but not including, the bound. */
    int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** Returns a number in the range, including both ends. */
    int between(int least, int most) {
        return least + below(most - least + 1);
    }

    boolean perMille(int chance) {
        return below(1000) < chance;
    }

    boolean coin() {
        return (next() & 1) == 0;
    }
}
