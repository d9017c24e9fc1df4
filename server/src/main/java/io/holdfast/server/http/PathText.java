package io.holdfast.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes parts of a request's target on demand. */
final class PathText {

    private PathText() {}

    /** Returns the value of a template parameter by its position among the parameters. */
    static String parameter(RequestHead head, String template, int position) {
        int segment = segmentOf(template, position);
        int from = head.pathFrom + 1;
        for (int i = 0; i < segment; i++) {
            while (head.bytes[from] != '/') {
                from++;
            }
            from++;
        }
        int to = from;
        while (to < head.pathTo && head.bytes[to] != '/') {
            to++;
        }
        if (isRest(template, position)) {
            to = head.pathTo;
        }
        return decode(head.bytes, from, to, false);
    }

    /** Returns whether it is the last parameter and takes the rest of the path. */
    private static boolean isRest(String template, int position) {
        int parameters = (int) template.chars().filter(c -> c == '{').count();
        return position == parameters - 1 && template.endsWith("/" + Route.REST);
    }

    private static int segmentOf(String template, int position) {
        int segment = -1;
        int left = position;
        for (int i = 0; i < template.length(); i++) {
            if (template.charAt(i) == '/') {
                segment++;
            } else if (template.charAt(i) == '{' && left-- == 0) {
                return segment;
            }
        }
        throw new IndexOutOfBoundsException("parameter " + position + " of " + template);
    }

    /** Returns the first value of a query parameter; null if absent. */
    static @Nullable String query(RequestHead head, String name) {
        int at = head.queryFrom;
        while (at < head.queryTo) {
            int end = at;
            int equals = -1;
            while (end < head.queryTo && head.bytes[end] != '&') {
                if (equals < 0 && head.bytes[end] == '=') {
                    equals = end;
                }
                end++;
            }
            int nameTo = equals < 0 ? end : equals;
            if (decode(head.bytes, at, nameTo, true).equals(name)) {
                return equals < 0 ? "" : decode(head.bytes, equals + 1, end, true);
            }
            at = end + 1;
        }
        return null;
    }

    /** Returns the names of all query parameters, in order. */
    static List<String> queryNames(RequestHead head) {
        List<String> names = new ArrayList<>();
        int at = head.queryFrom;
        while (at < head.queryTo) {
            int end = at;
            int equals = -1;
            while (end < head.queryTo && head.bytes[end] != '&') {
                if (equals < 0 && head.bytes[end] == '=') {
                    equals = end;
                }
                end++;
            }
            if (end > at) {
                names.add(decode(head.bytes, at, equals < 0 ? end : equals, true));
            }
            at = end + 1;
        }
        return names;
    }

    /**
     * Returns whether the decoded path is valid UTF-8. Otherwise two different keys could decode to
     * the same text.
     */
    static boolean isText(RequestHead head) {
        byte[] decoded = unescape(head.bytes, head.pathFrom, head.pathTo, false);
        try {
            var unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static String decode(byte[] bytes, int from, int to, boolean form) {
        for (int at = from; at < to; at++) {
            if (bytes[at] == '%' || (form && bytes[at] == '+')) {
                return new String(unescape(bytes, from, to, form), StandardCharsets.UTF_8);
            }
        }
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** The parser has checked that two hexadecimal digits follow every percent sign. */
    private static byte[] unescape(byte[] bytes, int from, int to, boolean form) {
        byte[] out = new byte[to - from];
        int length = 0;
        for (int at = from; at < to; at++) {
            if (bytes[at] == '%') {
                out[length++] = (byte) (Ascii.hex(bytes[at + 1]) << 4 | Ascii.hex(bytes[at + 2]));
                at += 2;
            } else {
                out[length++] = form && bytes[at] == '+' ? (byte) ' ' : bytes[at];
            }
        }
        return Arrays.copyOf(out, length);
    }
}
