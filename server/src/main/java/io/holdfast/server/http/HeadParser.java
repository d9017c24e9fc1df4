package io.holdfast.server.http;

import static io.holdfast.server.http.Malformed.badRequest;

import java.util.Arrays;

/**
 * Parses a request head strictly: ambiguous input is rejected, not repaired. Each byte up to the
 * empty line is read once.
 */
final class HeadParser {

    private static final byte[] HOST = Ascii.bytes("host");
    private static final byte[] CONNECTION = Ascii.bytes("connection");
    private static final byte[] CONTENT_LENGTH = Ascii.bytes("content-length");
    private static final byte[] TRANSFER_ENCODING = Ascii.bytes("transfer-encoding");
    private static final byte[] EXPECT = Ascii.bytes("expect");
    private static final byte[] CHUNKED = Ascii.bytes("chunked");
    private static final byte[] CLOSE = Ascii.bytes("close");
    private static final byte[] CONTINUE = Ascii.bytes("100-continue");
    private static final byte[] HTTP = Ascii.bytes("http://");
    private static final byte[] HTTPS = Ascii.bytes("https://");
    private static final byte[] VERSION = Ascii.bytes("HTTP/1.");

    private static final int METHOD_MAX_BYTES = 32;
    private static final int CONTENT_LENGTH_MAX_DIGITS = 18;

    private HeadParser() {}

    /** Parses a complete head, the empty line at its end included. */
    static RequestHead parse(byte[] bytes, EdgeLimits limits) throws Malformed {
        RequestHead head = new RequestHead(bytes);
        int at = lineEnd(bytes, 0);
        boolean hostInTarget = requestLine(head, at, limits);
        at += 2;
        boolean hostSeen = false;
        // The scanner found the empty line at the end; a CR at the start of another line does not
        // end the head.
        while (at < bytes.length - 2) {
            int end = lineEnd(bytes, at);
            if (head.headers() == limits.headersMax()) {
                throw new Malformed(Problem.HEAD_TOO_LARGE, "too many headers");
            }
            hostSeen |= header(head, at, end, hostSeen, hostInTarget);
            at = end + 2;
        }
        if (head.http11 && !hostSeen) {
            throw badRequest("no Host header");
        }
        if (head.chunked && head.contentLength >= 0) {
            throw badRequest("Content-Length together with Transfer-Encoding");
        }
        if (head.chunked && !head.http11) {
            throw badRequest("Transfer-Encoding in HTTP/1.0");
        }
        if (!head.http11) {
            head.close = true;
            head.expectsContinue = false;
        }
        return head;
    }

    /**
     * Returns the index of the CR that ends a line; the scanner checked that every LF follows a CR.
     */
    private static int lineEnd(byte[] bytes, int from) throws Malformed {
        int at = from;
        while (bytes[at] != '\r') {
            at++;
        }
        if (bytes[at + 1] != '\n') {
            throw badRequest("a carriage return inside a line");
        }
        return at;
    }

    /** Parses the request line; returns whether its target names a host. */
    private static boolean requestLine(RequestHead head, int end, EdgeLimits limits)
            throws Malformed {
        byte[] bytes = head.bytes;
        int at = 0;
        while (at < end && Ascii.isToken(bytes[at])) {
            at++;
        }
        if (at == 0 || at > METHOD_MAX_BYTES || at == end || bytes[at] != ' ') {
            throw badRequest("malformed method");
        }
        head.setMethod(0, at);
        int from = ++at;
        while (at < end && Ascii.isTarget(bytes[at])) {
            at++;
        }
        if (at == from || at == end || bytes[at] != ' ') {
            throw badRequest("malformed target");
        }
        if (at - from > limits.pathMaxBytes()) {
            throw new Malformed(
                    Problem.PATH_TOO_LONG,
                    "the path is longer than " + limits.pathMaxBytes() + " bytes");
        }
        version(head, at + 1, end);
        return target(head, from, at);
    }

    private static void version(RequestHead head, int from, int end) throws Malformed {
        byte[] bytes = head.bytes;
        int digit = from + VERSION.length;
        if (end - from != VERSION.length + 1
                || !Arrays.equals(bytes, from, digit, VERSION, 0, VERSION.length)
                || (bytes[digit] != '0' && bytes[digit] != '1')) {
            throw badRequest("not HTTP/1.1 or HTTP/1.0");
        }
        head.http11 = bytes[digit] == '1';
    }

    private static boolean target(RequestHead head, int from, int to) throws Malformed {
        byte[] bytes = head.bytes;
        int path = from;
        boolean absolute = bytes[from] != '/';
        if (absolute && to - from == 1 && bytes[from] == '*' && head.method.equals("OPTIONS")) {
            absolute = false;
        }
        if (absolute) {
            path = authority(head, from, to);
        }
        head.pathFrom = path;
        int at = path;
        while (at < to && bytes[at] != '?') {
            byte c = bytes[at];
            if (c == '%') {
                escape(bytes, at, to);
                head.encoded = true;
            }
            // Only a segment that starts with one of these can be a dot segment.
            if (c == '/' && at + 1 < to && (bytes[at + 1] == '.' || bytes[at + 1] == '%')) {
                head.dotSegments |= isDots(bytes, at + 1, to);
            }
            at++;
        }
        head.pathTo = at;
        head.queryFrom = Math.min(at + 1, to);
        head.queryTo = to;
        for (at = head.queryFrom; at < to; at++) {
            if (bytes[at] == '%') {
                escape(bytes, at, to);
            }
        }
        return absolute;
    }

    /**
     * Reads the authority of an absolute target, which replaces the Host header; returns where the
     * path starts.
     */
    private static int authority(RequestHead head, int from, int to) throws Malformed {
        byte[] bytes = head.bytes;
        int scheme = startsWith(bytes, from, to, HTTP)
                ? HTTP.length
                : startsWith(bytes, from, to, HTTPS) ? HTTPS.length : -1;
        if (scheme < 0) {
            throw badRequest("malformed target");
        }
        int at = from + scheme;
        head.hostFrom = at;
        while (at < to && bytes[at] != '/' && bytes[at] != '?') {
            at++;
        }
        head.hostTo = at;
        host(bytes, head.hostFrom, at);
        if (head.hostFrom == at) {
            throw badRequest("malformed target");
        }
        return at;
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] lowerCase) {
        return to - from >= lowerCase.length
                && Ascii.equalsIgnoreCase(bytes, from, from + lowerCase.length, lowerCase);
    }

    private static void escape(byte[] bytes, int at, int to) throws Malformed {
        if (at + 2 >= to || Ascii.hex(bytes[at + 1]) < 0 || Ascii.hex(bytes[at + 2]) < 0) {
            throw badRequest("malformed percent-encoding");
        }
    }

    /** Returns whether the segment that starts here is one dot or two, percent-encoded or not. */
    private static boolean isDots(byte[] bytes, int from, int to) {
        int dots = 0;
        int at = from;
        while (at < to && bytes[at] != '/' && bytes[at] != '?') {
            if (bytes[at] == '.') {
                at++;
            } else if (at + 2 < to
                    && bytes[at] == '%'
                    && bytes[at + 1] == '2'
                    && (bytes[at + 2] | 0x20) == 'e') {
                at += 3;
            } else {
                return false;
            }
            if (++dots > 2) {
                return false;
            }
        }
        return dots > 0;
    }

    /** Parses one header line; returns whether it was Host. */
    private static boolean header(
            RequestHead head, int from, int end, boolean hostSeen, boolean hostInTarget)
            throws Malformed {
        byte[] bytes = head.bytes;
        int colon = from;
        while (colon < end && Ascii.isToken(bytes[colon])) {
            colon++;
        }
        if (colon == from || colon == end || bytes[colon] != ':') {
            // This includes a folded line, which starts with a blank, and a blank before the colon.
            throw badRequest("malformed header");
        }
        int valueFrom = colon + 1;
        int valueTo = end;
        while (valueFrom < valueTo && isBlank(bytes[valueFrom])) {
            valueFrom++;
        }
        while (valueTo > valueFrom && isBlank(bytes[valueTo - 1])) {
            valueTo--;
        }
        for (int at = valueFrom; at < valueTo; at++) {
            if (!Ascii.isValue(bytes[at])) {
                throw badRequest("control character in a header");
            }
        }
        head.addHeader(from, colon, valueFrom, valueTo);
        return framing(head, from, colon, valueFrom, valueTo, hostSeen, hostInTarget);
    }

    /** Interprets the headers that define the request's length and host. */
    private static boolean framing(
            RequestHead head,
            int from,
            int colon,
            int valueFrom,
            int valueTo,
            boolean hostSeen,
            boolean hostInTarget)
            throws Malformed {
        byte[] bytes = head.bytes;
        switch (colon - from) {
            case 4 -> {
                if (Ascii.equalsIgnoreCase(bytes, from, colon, HOST)) {
                    if (hostSeen) {
                        throw badRequest("more than one Host header");
                    }
                    host(bytes, valueFrom, valueTo);
                    if (!hostInTarget) {
                        head.hostFrom = valueFrom;
                        head.hostTo = valueTo;
                    }
                    return true;
                }
            }
            case 6 -> {
                if (Ascii.equalsIgnoreCase(bytes, from, colon, EXPECT)) {
                    head.expectsContinue |=
                            Ascii.equalsIgnoreCase(bytes, valueFrom, valueTo, CONTINUE);
                }
            }
            case 10 -> {
                if (Ascii.equalsIgnoreCase(bytes, from, colon, CONNECTION)) {
                    head.close |= listHas(bytes, valueFrom, valueTo, CLOSE);
                }
            }
            case 14 -> {
                if (Ascii.equalsIgnoreCase(bytes, from, colon, CONTENT_LENGTH)) {
                    contentLength(head, valueFrom, valueTo);
                }
            }
            case 17 -> {
                if (Ascii.equalsIgnoreCase(bytes, from, colon, TRANSFER_ENCODING)) {
                    if (head.chunked
                            || !Ascii.equalsIgnoreCase(bytes, valueFrom, valueTo, CHUNKED)) {
                        throw badRequest("unknown transfer coding");
                    }
                    head.chunked = true;
                }
            }
            default -> {}
        }
        return false;
    }

    private static void contentLength(RequestHead head, int from, int to) throws Malformed {
        if (head.contentLength >= 0) {
            throw badRequest("more than one Content-Length");
        }
        if (from == to || to - from > CONTENT_LENGTH_MAX_DIGITS) {
            throw badRequest("malformed Content-Length");
        }
        long length = 0;
        for (int at = from; at < to; at++) {
            byte c = head.bytes[at];
            if (c < '0' || c > '9') {
                throw badRequest("malformed Content-Length");
            }
            length = length * 10 + (c - '0');
        }
        head.contentLength = length;
    }

    private static void host(byte[] bytes, int from, int to) throws Malformed {
        for (int at = from; at < to; at++) {
            if (!Ascii.isHost(bytes[at])) {
                throw badRequest("the Host header is malformed");
            }
        }
    }

    private static boolean listHas(byte[] bytes, int from, int to, byte[] lowerCase) {
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && bytes[end] != ',') {
                end++;
            }
            int first = at;
            int last = end;
            while (first < last && isBlank(bytes[first])) {
                first++;
            }
            while (last > first && isBlank(bytes[last - 1])) {
                last--;
            }
            if (Ascii.equalsIgnoreCase(bytes, first, last, lowerCase)) {
                return true;
            }
            at = end + 1;
        }
        return false;
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c == '\t';
    }
}
