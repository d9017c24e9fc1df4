package io.holdfast.server.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request head as received bytes, with the positions of its parts. Strings are created only on
 * demand.
 */
final class RequestHead {

    private static final String[] METHODS = {
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"
    };
    private static final byte[][] METHOD_BYTES = new byte[METHODS.length][];

    static {
        for (int i = 0; i < METHODS.length; i++) {
            METHOD_BYTES[i] = Ascii.bytes(METHODS[i]);
        }
    }

    final byte[] bytes;
    String method = "";
    int pathFrom;
    int pathTo;
    /** The query without its question mark; empty if both are equal. */
    int queryFrom;

    int queryTo;
    /**
     * The Host header, or the authority of an absolute target; both are equal if there was none.
     */
    int hostFrom;

    int hostTo;
    boolean http11;
    boolean close;
    boolean expectsContinue;
    boolean chunked;
    boolean dotSegments;
    boolean encoded;
    long contentLength = -1;

    /** Four positions per header: start and end of its name, start and end of its value. */
    private int[] places = new int[32];

    private int headers;

    RequestHead(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean hasBody() {
        return chunked || contentLength > 0;
    }

    void setMethod(int from, int to) {
        for (int i = 0; i < METHODS.length; i++) {
            if (Arrays.equals(METHOD_BYTES[i], 0, METHOD_BYTES[i].length, bytes, from, to)) {
                method = METHODS[i];
                return;
            }
        }
        method = text(from, to);
    }

    int headers() {
        return headers;
    }

    void addHeader(int nameFrom, int nameTo, int valueFrom, int valueTo) {
        int at = headers++ * 4;
        if (at == places.length) {
            places = Arrays.copyOf(places, at * 2);
        }
        places[at] = nameFrom;
        places[at + 1] = nameTo;
        places[at + 2] = valueFrom;
        places[at + 3] = valueTo;
    }

    /** Returns the index of the first header of that name, or -1. */
    int find(String name) {
        return find(name, 0);
    }

    boolean isRepeated(String name) {
        int first = find(name);
        return first >= 0 && find(name, first + 1) >= 0;
    }

    private int find(String name, int start) {
        for (int i = start, at = 4 * start; i < headers; i++, at += 4) {
            if (Ascii.equalsIgnoreCase(bytes, places[at], places[at + 1], name)) {
                return i;
            }
        }
        return -1;
    }

    int valueFrom(int header) {
        return places[header * 4 + 2];
    }

    int valueTo(int header) {
        return places[header * 4 + 3];
    }

    @Nullable
    String header(String name) {
        int header = find(name);
        // One character per byte, so that the caller decides on the encoding, and no two values
        // become equal.
        return header < 0 ? null : text(valueFrom(header), valueTo(header));
    }

    /** Returns the values of all headers of that name, in order. */
    List<String> all(String name) {
        List<String> all = new ArrayList<>();
        for (int header = find(name); header >= 0; header = find(name, header + 1)) {
            all.add(text(valueFrom(header), valueTo(header)));
        }
        return all;
    }

    String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
