package io.holdfast.sim;

/**
 * A small seeded generator. The same seed gives the same numbers on every machine and in every
 * release.
 */
public final class Chance {

    private long state;

    public Chance(long seed) {
        state = seed;
    }

    /** Returns a generator of its own, so that what draws from it does not disturb others. */
    public Chance fork(long number) {
        return new Chance(new Chance(state ^ number * 0x9E3779B97F4A7C15L).next());
    }

    /** Returns a number from the range, including both ends. */
    public long between(long least, long most) {
        return least + Math.floorMod(next(), most - least + 1);
    }

    public long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** Returns a number from zero up to, but not including, the bound. */
    public int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** Returns a number in the range, including both ends. */
    public int between(int least, int most) {
        return least + below(most - least + 1);
    }

    public boolean perMille(int chance) {
        return below(1000) < chance;
    }

    public boolean coin() {
        return (next() & 1) == 0;
    }
}
