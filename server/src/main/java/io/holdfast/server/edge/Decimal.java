package io.holdfast.server.edge;

/** Numbers as digits, written straight into the bytes of a reply. */
public final class Decimal {

    /** As many as a number can have. */
    public static final int DIGITS_MAX = 19;

    private Decimal() {}

    /** Writes a number that is not negative and returns the place after it. */
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
