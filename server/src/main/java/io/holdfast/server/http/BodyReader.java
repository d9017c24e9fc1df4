package io.holdfast.server.http;

import static io.holdfast.server.http.Malformed.badRequest;

import java.util.Arrays;

/** Reads a request body, of known length or chunked, up to its limit. */
final class BodyReader {

    private static final byte[] EMPTY = {};
    private static final int FIRST_BYTES = 4 << 10;
    private static final int CHUNK_LINE_MAX_BYTES = 256;
    private static final int CHUNK_DIGITS_MAX = 8;

    /** The part of a chunked body that the next byte belongs to. */
    private enum Place {
        SIZE,
        DATA,
        AFTER_DATA,
        TRAILER,
        DONE
    }

    private final int maxBytes;
    private final int trailerMaxBytes;
    private final boolean chunked;
    private final boolean dropped;
    private byte[] data = EMPTY;
    private int length;
    private long expected;
    private int trailerBytes;
    private Place place;

    /** @param dropped whether the body is not needed, so that it is counted but not kept */
    BodyReader(RequestHead head, int maxBytes, int trailerMaxBytes, boolean dropped)
            throws Malformed {
        this.dropped = dropped;
        this.maxBytes = maxBytes;
        this.trailerMaxBytes = trailerMaxBytes;
        this.chunked = head.chunked;
        this.expected = chunked ? 0 : head.contentLength;
        this.place = chunked ? Place.SIZE : Place.DATA;
        if (expected > maxBytes) {
            throw tooLarge();
        }
    }

    boolean isDone() {
        return place == Place.DONE;
    }

    byte[] body() {
        return length == data.length || dropped ? data : Arrays.copyOf(data, length);
    }

    /** Returns the size of the allocated buffer. */
    int capacity() {
        return data.length;
    }

    /** Reads the body's bytes; returns where it stopped, which is before an incomplete line. */
    int read(byte[] bytes, int from, int to) throws Malformed {
        int at = from;
        while (place != Place.DONE) {
            if (place == Place.DATA) {
                at = data(bytes, at, to);
                if (expected > 0) {
                    return at;
                }
                place = chunked ? Place.AFTER_DATA : Place.DONE;
            } else {
                int end = line(bytes, at, to);
                if (end < 0) {
                    return at;
                }
                afterLine(bytes, at, end);
                at = end + 2;
            }
        }
        return at;
    }

    private int data(byte[] bytes, int from, int to) {
        int taken = (int) Math.min(expected, to - from);
        if (dropped) {
            length += taken;
            expected -= taken;
            return from + taken;
        }
        if (length + taken > data.length) {
            // Grows with the bytes received, not with the announced length, which costs a client
            // nothing.
            long whole = Math.min(length + expected, Math.max(FIRST_BYTES, (length + taken) * 2L));
            data = Arrays.copyOf(data, (int) Math.max(length + taken, Math.min(whole, maxBytes)));
        }
        System.arraycopy(bytes, from, data, length, taken);
        length += taken;
        expected -= taken;
        return from + taken;
    }

    private void afterLine(byte[] bytes, int from, int end) throws Malformed {
        switch (place) {
            case SIZE -> {
                expected = chunkSize(bytes, from, end);
                if (expected > maxBytes - length) {
                    throw tooLarge();
                }
                place = expected == 0 ? Place.TRAILER : Place.DATA;
            }
            case AFTER_DATA -> {
                if (end != from) {
                    throw badRequest("a chunk longer than its size");
                }
                place = Place.SIZE;
            }
            case TRAILER -> {
                trailerBytes += end - from + 2;
                if (trailerBytes > trailerMaxBytes) {
                    throw new Malformed(Problem.HEAD_TOO_LARGE, "trailers too large");
                }
                if (end == from) {
                    place = Place.DONE;
                }
            }
            case DATA, DONE -> throw new IllegalStateException("no line expected");
        }
    }

    /** Returns the index of the CR of the line that starts here, or -1 while it is incomplete. */
    private int line(byte[] bytes, int from, int to) throws Malformed {
        int max = place == Place.TRAILER ? trailerMaxBytes : CHUNK_LINE_MAX_BYTES;
        for (int at = from; at < to; at++) {
            if (bytes[at] == '\n') {
                if (at == from || bytes[at - 1] != '\r') {
                    throw badRequest("a line that does not end with CRLF");
                }
                return at - 1;
            }
            if (at > from && bytes[at - 1] == '\r') {
                throw badRequest("a carriage return inside a line");
            }
            if (at - from > max) {
                throw badRequest("chunk line too long");
            }
        }
        return -1;
    }

    private static long chunkSize(byte[] bytes, int from, int end) throws Malformed {
        long size = 0;
        int at = from;
        while (at < end && Ascii.hex(bytes[at]) >= 0) {
            size = size << 4 | Ascii.hex(bytes[at++]);
            if (at - from > CHUNK_DIGITS_MAX) {
                throw badRequest("malformed chunk size");
            }
        }
        // Extensions are legal and ignored; anything else after the digits is invalid.
        if (at == from || (at < end && bytes[at] != ';')) {
            throw badRequest("malformed chunk size");
        }
        for (; at < end; at++) {
            if (!Ascii.isValue(bytes[at])) {
                throw badRequest("control character in a chunk extension");
            }
        }
        return size;
    }

    private static Malformed tooLarge() {
        return new Malformed(Problem.BODY_TOO_LARGE, "body too large");
    }
}
