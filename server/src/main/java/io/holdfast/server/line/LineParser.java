package io.holdfast.server.line;

/**
 * Finds the three lines of a request in bytes that come in pieces of any size. It remembers how far
 * it looked, so that a client that sends byte by byte costs no more than another.
 */
final class LineParser {

    static final int LINES = 3;

    /** A line without its LF; what is longer ends the connection. */
    static final int LINE_MAX_BYTES = 256;

    /** The line of a secret may be longer. */
    static final int SECRET_MAX_BYTES = 65_536;

    enum Found {
        /** The request is not complete; its bytes have to be given again with more. */
        PART,
        /** The three lines are there. */
        WHOLE,
        /** A line is too long, whether it has ended or not. */
        TOO_LONG
    }

    /** Where each line ends, counted from the request's first byte; its LF stands there. */
    private final int[] ends = new int[LINES];

    private int line;
    private int looked;
    private boolean secret;

    /** Looks on. The bytes from {@code from} on begin with the request's first byte. */
    Found look(byte[] bytes, int from, int to) {
        int at = from + looked;
        int lineFrom = line == 0 ? from : from + ends[line - 1] + 1;
        int capAt = lineFrom + lineMaxBytes();
        while (at < to) {
            if (bytes[at] == '\n') {
                end(bytes, from, at);
                if (line == LINES) {
                    return Found.WHOLE;
                }
                capAt = at + 1 + lineMaxBytes();
            } else if (at == capAt) {
                return Found.TOO_LONG;
            }
            at++;
        }
        looked = to - from;
        return Found.PART;
    }

    private void end(byte[] bytes, int from, int at) {
        ends[line] = at - from;
        if (line == 0) {
            secret = Verb.of(bytes, from, trimmed(bytes, from, at)) == Verb.AUTH;
        }
        line++;
        looked = at + 1 - from;
    }

    private int lineMaxBytes() {
        return secret && line == LINES - 1 ? SECRET_MAX_BYTES : LINE_MAX_BYTES;
    }

    /** How many lines are complete. */
    int lines() {
        return line;
    }

    /** Whether the first byte of a request has come and its last has not. */
    boolean midRequest() {
        return looked > 0;
    }

    /** How many bytes the whole request takes. */
    int length() {
        return ends[LINES - 1] + 1;
    }

    int lineFrom(int index, int from) {
        return index == 0 ? from : from + ends[index - 1] + 1;
    }

    /** Where the line ends, counted without the CRs before its LF. */
    int lineTo(int index, byte[] bytes, int from) {
        return Math.max(lineFrom(index, from), trimmed(bytes, from, from + ends[index]));
    }

    private static int trimmed(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && bytes[end - 1] == '\r') {
            end--;
        }
        return end;
    }

    /** Begins with the next request. */
    void reset() {
        line = 0;
        looked = 0;
        secret = false;
    }
}
