package io.holdfast.server.text;

import java.nio.charset.StandardCharsets;

/** 128 bits as 32 lowercase hexadecimal digits: the wire format of session ids and tokens. */
public final class Hex {

    public static final int DIGITS = 32;
    private static final byte[] ALPHABET = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private Hex() {}

    /** Returns whether the text is exactly 32 lowercase hexadecimal digits. */
    public static boolean isId(String text) {
        if (text.length() != DIGITS) {
            return false;
        }
        for (int i = 0; i < DIGITS; i++) {
            if (digit(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Parses half of an id: 16 digits from the offset. The text must be an id. */
    public static long parse(String text, int offset) {
        long value = 0;
        for (int i = offset; i < offset + 16; i++) {
            value = value << 4 | digit(text.charAt(i));
        }
        return value;
    }

    /** Returns whether these bytes are exactly 32 lowercase hexadecimal digits. */
    public static boolean isId(byte[] bytes, int from, int to) {
        if (to - from != DIGITS) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (digit((char) bytes[i]) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Parses half of an id: the 16 bytes from there on, which must be digits. */
    public static long parse(byte[] bytes, int from) {
        long value = 0;
        for (int i = from; i < from + 16; i++) {
            value = value << 4 | digit((char) bytes[i]);
        }
        return value;
    }

    /** Writes 16 digits and returns the position after them. */
    public static int write(byte[] out, int at, long value) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            out[at++] = ALPHABET[(int) (value >>> shift) & 0xf];
        }
        return at;
    }

    private static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
}
