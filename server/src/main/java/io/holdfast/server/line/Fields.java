package io.holdfast.server.line;

/** The fields of an argument line, separated by whitespace. */
final class Fields {

    /** Maximum number of fields in a request. Further fields are counted but not kept. */
    private static final int KEPT_MAX = 3;

    private static final int DIGITS_MAX = 19;

    private final int[] froms = new int[KEPT_MAX];
    private final int[] tos = new int[KEPT_MAX];
    private byte[] bytes = {};
    private int count;

    void split(byte[] text, int from, int to) {
        bytes = text;
        count = 0;
        int at = from;
        while (at < to) {
            while (at < to && isBlank(text[at])) {
                at++;
            }
            int start = at;
            while (at < to && !isBlank(text[at])) {
                at++;
            }
            if (at > start) {
                add(start, at);
            }
        }
    }

    private void add(int from, int to) {
        if (count < KEPT_MAX) {
            froms[count] = from;
            tos[count] = to;
        }
        count++;
    }

    int count() {
        return count;
    }

    int from(int index) {
        return froms[index];
    }

    int to(int index) {
        return tos[index];
    }

    /**
     * Returns a field as a decimal number, which may have a sign, or -1 if it is missing, invalid
     * or out of range. {@code min} must not be negative.
     */
    long number(int index, long min, long max) {
        if (index >= Math.min(count, KEPT_MAX)) {
            return -1;
        }
        int from = froms[index];
        int to = tos[index];
        boolean negative = bytes[from] == '-';
        if (negative || bytes[from] == '+') {
            from++;
        }
        while (from < to - 1 && bytes[from] == '0') {
            from++;
        }
        if (from == to || to - from > DIGITS_MAX) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        // A value that exceeds a long becomes negative here, and no valid value is negative.
        boolean fits = value >= min && value <= max && (!negative || value == 0);
        return fits ? value : -1;
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b >= '\t' && b <= '\r';
    }
}
