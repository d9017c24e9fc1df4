package io.holdfast.server.claims;

import io.holdfast.core.value.Limits;

import java.util.regex.Pattern;

/** Seconds as the claims API writes them: always with a fraction of at most six digits. */
final class Seconds {

    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?");
    private static final long MICROS = 1_000_000L;

    private Seconds() {}

    /** Formats seconds with a fraction, because Nessy's clients tell floats from integers. */
    static String text(long nanos) {
        long micros = Math.floorDiv(nanos, 1000L);
        long whole = Math.abs(micros) / MICROS;
        long fraction = Math.abs(micros) % MICROS;
        StringBuilder text = new StringBuilder(24);
        if (micros < 0) {
            text.append('-');
        }
        text.append(whole).append('.');
        long unit = MICROS / 10;
        do {
            text.append(fraction / unit);
            fraction %= unit;
            unit /= 10;
        } while (fraction > 0);
        return text.toString();
    }

    /** Parses a decimal number. Returns NaN if it is invalid or too large for a double. */
    static double parse(String text) {
        String stripped = text.strip();
        if (!NUMBER.matcher(stripped).matches()) {
            return Double.NaN;
        }
        double value = Double.parseDouble(stripped);
        return Double.isInfinite(value) ? Double.NaN : value;
    }

    /** Converts to nanoseconds, limited to the maximum that Holdfast supports. */
    static long nanos(double seconds) {
        return seconds >= Limits.SECONDS_MAX
                ? Limits.SECONDS_MAX * 1_000_000_000L
                : Math.round(seconds * 1e9);
    }
}
