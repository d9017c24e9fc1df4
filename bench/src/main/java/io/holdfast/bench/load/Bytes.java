package io.holdfast.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Searches bytes in buffers without creating strings. */
final class Bytes {

    private Bytes() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static boolean matches(ByteBuffer in, int at, byte[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (in.get(at + i) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Like {@link #matches}; {@code lowerCase} must contain no upper-case letter. */
    static boolean matchesIgnoringCase(ByteBuffer in, int at, byte[] lowerCase) {
        for (int i = 0; i < lowerCase.length; i++) {
            byte here = in.get(at + i);
            if (here >= 'A' && here <= 'Z') {
                here = (byte) (here + 'a' - 'A');
            }
            if (here != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the first index of {@code wanted} that lies wholly between the two, or -1. */
    static int find(ByteBuffer in, int from, int end, byte[] wanted) {
        for (int at = from; at <= end - wanted.length; at++) {
            if (in.get(at) == wanted[0] && matches(in, at, wanted)) {
                return at;
            }
        }
        return -1;
    }

    /** Returns text for messages about wrong replies; not used for correct ones. */
    static String excerpt(ByteBuffer in, int end, int lengthMax) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < Math.min(end, lengthMax); at++) {
            char here = (char) (in.get(at) & 0xff);
            if (here == '\n') {
                text.append(" | ");
            } else if (here >= ' ' && here < 127) {
                text.append(here);
            }
        }
        return text.toString();
    }
}
