package io.holdfast.server.http;

import static io.holdfast.server.http.Malformed.badRequest;

/**
 * Finds the end of a head that may arrive in pieces, reading each byte once. It rejects invalid
 * input early, so that a client that sends garbage gets an error instead of a timeout.
 */
final class HeadScanner {

    private int scanned;
    private int lineStart;
    private boolean firstLineDone;

    void reset() {
        scanned = 0;
        lineStart = 0;
        firstLineDone = false;
    }

    /** Returns the length of the head that starts at {@code from}, or -1 while it is incomplete. */
    int length(byte[] bytes, int from, int to, EdgeLimits limits) throws Malformed {
        int at = from + scanned;
        if (scanned == 0 && at < to && !Ascii.isToken(bytes[at])) {
            throw badRequest("malformed method");
        }
        for (; at < to; at++) {
            if (bytes[at] != '\n') {
                continue;
            }
            if (at == from || bytes[at - 1] != '\r') {
                throw badRequest("a line that does not end with CRLF");
            }
            int length = at + 1 - from;
            boolean empty = length - lineStart == 2;
            if (!firstLineDone) {
                firstLineDone = true;
            } else if (empty) {
                check(length, limits);
                return length;
            }
            lineStart = length;
        }
        scanned = to - from;
        check(scanned, limits);
        return -1;
    }

    private void check(int length, EdgeLimits limits) throws Malformed {
        // The longest first line: a method, the path, the version and the blanks between them.
        if (!firstLineDone && length > limits.pathMaxBytes() + 48) {
            throw new Malformed(
                    Problem.PATH_TOO_LONG,
                    "the path is longer than " + limits.pathMaxBytes() + " bytes");
        }
        if (length > limits.headMaxBytes()) {
            throw new Malformed(
                    Problem.HEAD_TOO_LARGE,
                    "the head is larger than " + limits.headMaxBytes() + " bytes");
        }
    }
}
