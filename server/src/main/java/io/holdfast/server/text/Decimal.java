package io.holdfast.server.text;

/** Writes numbers as decimal digits directly into the bytes of a reply. */
public final class Decimal {

    /** The maximum number of digits. */
    public static final int DIGITS_MAX = 19;

    private Decimal() {}

    /** Writes a non-negative number and returns the position after it. */
    public static int write(byte[] out, int at, long value) {
        int length = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            length++;
        }
        long rest = value;
        for (int i = at + length - 1; i >= at; i--) {
            out[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return at + length;
    }
}
