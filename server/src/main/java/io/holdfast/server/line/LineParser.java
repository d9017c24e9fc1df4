package io.holdfast.server.line;

/**
 * Finds the three lines of a request in input that arrives in pieces of any size. It remembers its
 * position, so that a client that sends byte by byte costs no more than another.
 */
final class LineParser {

    static final int LINES = 3;

    /** Maximum length of a line without its LF. A longer line ends the connection. */
    static final int LINE_MAX_BYTES = 256;

    /** Maximum length of the line that contains a secret. */
    static final int SECRET_MAX_BYTES = 65_536;

    enum Found {
        /** The request is incomplete. Its bytes must be passed again together with more. */
        PART,
        /** All three lines are present. */
        WHOLE,
        /** A line is too long, whether complete or not. */
        TOO_LONG
    }

    /** Offset of each line's LF from the request's first byte. */
    private final int[] ends = new int[LINES];

    private int line;
    private int looked;
    private boolean secret;

    /** Continues the search. The request's first byte is at {@code from}. */
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

    /** Returns the number of complete lines. */
    int lines() {
        return line;
    }

    /** Returns whether a request has started and is incomplete. */
    boolean midRequest() {
        return looked > 0;
    }

    /** Returns the length of the complete request in bytes. */
    int length() {
        return ends[LINES - 1] + 1;
    }

    int lineFrom(int index, int from) {
        return index == 0 ? from : from + ends[index - 1] + 1;
    }

    /** Returns where the line ends, not counting the CRs before its LF. */
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

    /** Starts the next request. */
    void reset() {
        line = 0;
        looked = 0;
        secret = false;
    }
}
