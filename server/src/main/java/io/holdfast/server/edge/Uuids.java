package io.holdfast.server.edge;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * UUIDs as clients write them. The JDK's own parser is not used, because it accepts invalid ones
 * such as {@code 1-1-1-1-1}.
 */
public final class Uuids {

    private static final int SIMPLE = 32;
    private static final int HYPHENATED = 36;
    private static final String URN = "urn:uuid:";

    private Uuids() {}

    /**
     * Parses a UUID: 32 digits, or in five groups, or these within braces or after
     * {@code urn:uuid:}; digits in any case. Returns null if it is invalid.
     */
    public static @Nullable UUID parse(String text) {
        int length = text.length();
        if (length == SIMPLE) {
            return digits(text, 0, false);
        }
        if (length == HYPHENATED) {
            return digits(text, 0, true);
        }
        if (length == HYPHENATED + 2 && text.charAt(0) == '{' && text.charAt(length - 1) == '}') {
            return digits(text, 1, true);
        }
        return length == HYPHENATED + URN.length() && text.startsWith(URN)
                ? digits(text, URN.length(), true)
                : null;
    }

    private static @Nullable UUID digits(String text, int from, boolean groups) {
        long high = 0;
        long low = 0;
        int at = from;
        for (int i = 0; i < SIMPLE; i++) {
            if (groups && (i == 8 || i == 12 || i == 16 || i == 20) && text.charAt(at++) != '-') {
                return null;
            }
            int digit = digit(text.charAt(at++));
            if (digit < 0) {
                return null;
            }
            if (i < SIMPLE / 2) {
                high = high << 4 | digit;
            } else {
                low = low << 4 | digit;
            }
        }
        return new UUID(high, low);
    }

    private static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' && c < 0x80 ? lower - 'a' + 10 : -1;
    }

    /** Returns a UUID of 122 cryptographically strong random bits. */
    public static UUID random() {
        long high = RandomBits.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL | 0x4000L;
        long low = RandomBits.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
