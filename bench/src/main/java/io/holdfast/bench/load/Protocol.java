package io.holdfast.bench.load;

import java.nio.ByteBuffer;

/** How a reply is framed. All parsers read the bytes in place and allocate nothing. */
public enum Protocol {
    /** HTTP/1.1 with Content-Length, or a status without a body. */
    HTTP {
        @Override
        void parse(ByteBuffer in, int end, Reply reply) {
            int headEnd = headEnd(in, end);
            if (headEnd < 0) {
                reply.incomplete();
                return;
            }
            int status = status(in);
            if (status < 0) {
                reply.malformed("not an HTTP/1.1 status line");
                return;
            }
            int length = hasNoBody(status) ? 0 : contentLength(in, headEnd);
            if (length < 0) {
                reply.malformed("no usable Content-Length");
                return;
            }
            if (length > end - headEnd) {
                if (length > in.capacity() - headEnd) {
                    reply.malformed("longer than the buffer for replies");
                } else {
                    reply.incomplete();
                }
                return;
            }
            reply.complete(status, headEnd, headEnd + length);
        }
    },

    /** The Redis protocol, simple strings and errors only; the status is the reply's first byte. */
    RESP {
        @Override
        void parse(ByteBuffer in, int end, Reply reply) {
            for (int at = 1; at < end; at++) {
                if (in.get(at) == '\n' && in.get(at - 1) == '\r') {
                    reply.complete(in.get(0), 1, at + 1);
                    return;
                }
            }
            reply.incomplete();
        }
    },

    /**
     * The line protocol of the locks API: a reply is one line, which is also its body. The status
     * is its first byte, which tells successful replies from all others.
     */
    LINE {
        @Override
        void parse(ByteBuffer in, int end, Reply reply) {
            for (int at = 0; at < end; at++) {
                if (in.get(at) == '\n') {
                    reply.complete(in.get(0), 0, at + 1);
                    return;
                }
            }
            reply.incomplete();
        }
    };

    private static final byte[] CONTENT_LENGTH = Bytes.ascii("content-length:");
    private static final byte[] VERSION = Bytes.ascii("HTTP/1.1 ");
    private static final int LENGTH_MAX = 1 << 20;

    /** Parses the bytes from 0 to {@code end} into {@code reply}. */
    abstract void parse(ByteBuffer in, int end, Reply reply);

    private static int headEnd(ByteBuffer in, int end) {
        int at = 3;
        while (at < end) {
            byte here = in.get(at);
            if (here == '\n') {
                if (in.get(at - 2) == '\n' && in.get(at - 1) == '\r' && in.get(at - 3) == '\r') {
                    return at + 1;
                }
                at += 2;
            } else {
                at += here == '\r' ? 1 : 4;
            }
        }
        return -1;
    }

    private static int status(ByteBuffer in) {
        if (!Bytes.matches(in, 0, VERSION)) {
            return -1;
        }
        int status = 0;
        for (int at = VERSION.length; at < VERSION.length + 3; at++) {
            int digit = in.get(at) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            status = status * 10 + digit;
        }
        return status;
    }

    private static boolean hasNoBody(int status) {
        return status == 204 || status == 304;
    }

    private static int contentLength(ByteBuffer in, int headEnd) {
        for (int at = VERSION.length; at < headEnd - CONTENT_LENGTH.length; at++) {
            if (in.get(at) == '\n' && Bytes.matchesIgnoringCase(in, at + 1, CONTENT_LENGTH)) {
                return number(in, at + 1 + CONTENT_LENGTH.length);
            }
        }
        return -1;
    }

    private static int number(ByteBuffer in, int from) {
        int at = from;
        while (in.get(at) == ' ') {
            at++;
        }
        int value = 0;
        int first = at;
        while (in.get(at) >= '0' && in.get(at) <= '9') {
            value = value * 10 + in.get(at) - '0';
            at++;
            if (value > LENGTH_MAX) {
                return -1;
            }
        }
        return at > first && in.get(at) == '\r' ? value : -1;
    }
}
