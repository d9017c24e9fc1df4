package io.holdfast.server.http;

import java.nio.charset.StandardCharsets;

/** Byte classes of the HTTP grammar, and case-insensitive comparisons. */
final class Ascii {

    private static final byte TOKEN = 1;
    private static final byte VALUE = 2;
    private static final byte TARGET = 4;
    private static final byte HOST = 8;
    private static final byte[] CLASSES = new byte[256];

    static {
        mark(TOKEN | HOST, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
        mark(TOKEN, "!#$%&'*+-.^_`|~");
        mark(HOST, "!$&'*+-._~();=:[]%");
        for (int c = 0x21; c < 0x7f; c++) {
            // A request target has no fragment; all other visible characters are allowed.
            CLASSES[c] |= c == '#' ? VALUE : VALUE | TARGET;
        }
        CLASSES[' '] |= VALUE;
        CLASSES['\t'] |= VALUE;
        for (int c = 0x80; c <= 0xff; c++) {
            CLASSES[c] |= VALUE;
        }
    }

    private Ascii() {}

    private static void mark(int classes, String characters) {
        for (byte c : characters.getBytes(StandardCharsets.US_ASCII)) {
            CLASSES[c] |= (byte) classes;
        }
    }

    static boolean isToken(byte c) {
        return (CLASSES[c & 0xff] & TOKEN) != 0;
    }

    static boolean isValue(byte c) {
        return (CLASSES[c & 0xff] & VALUE) != 0;
    }

    static boolean isTarget(byte c) {
        return (CLASSES[c & 0xff] & TARGET) != 0;
    }

    static boolean isHost(byte c) {
        return (CLASSES[c & 0xff] & HOST) != 0;
    }

    /** Returns the value of a hexadecimal digit, or -1. */
    static int hex(byte c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    static byte lower(byte c) {
        return c >= 'A' && c <= 'Z' ? (byte) (c | 0x20) : c;
    }

    /** Returns whether a range of bytes equals this text, which must be in lower case. */
    static boolean equalsIgnoreCase(byte[] bytes, int from, int to, byte[] lowerCase) {
        if (to - from != lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            if (lower(bytes[from + i]) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a range of bytes equals this text, ignoring case. */
    static boolean equalsIgnoreCase(byte[] bytes, int from, int to, String text) {
        if (to - from != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (lower(bytes[from + i]) != lower((byte) text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
