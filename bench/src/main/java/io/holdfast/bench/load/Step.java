package io.holdfast.bench.load;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One request, encoded once, and the reply it must get.
 *
 * <p>Values from a reply that later requests must carry (a session id, a token) are copied from
 * buffer to buffer: the later request contains a filler of the same length, which the copy
 * overwrites.
 */
public final class Step {

    private record Target(Step step, int offset) {}

    private static final byte[] NOTHING = {};

    private final Protocol protocol;
    private final ByteBuffer request;
    private final int statusExpected;
    private byte[] marker = NOTHING;
    private int captureLength;
    private Target[] targets = {};

    /**
     * Creates a step whose reply must have this status: the HTTP status, or the first byte in the
     * other protocols.
     */
    public Step(Protocol protocol, String request, int statusExpected) {
        byte[] bytes = Bytes.ascii(request);
        this.protocol = protocol;
        this.request = ByteBuffer.allocateDirect(bytes.length).put(bytes);
        this.statusExpected = statusExpected;
    }

    /** Requires the reply's body to contain this text. */
    public Step expecting(String text) {
        marker = Bytes.ascii(text);
        return this;
    }

    /**
     * Copies the {@code filler.length()} bytes after {@code after} in the reply over the filler in
     * later requests.
     */
    public Step capturing(String after, String filler, List<Step> into) {
        marker = Bytes.ascii(after);
        captureLength = filler.length();
        List<Target> found = new ArrayList<>();
        for (Step step : into) {
            int offset = Bytes.find(step.request, 0, step.request.capacity(), Bytes.ascii(filler));
            if (offset < 0) {
                throw new IllegalArgumentException("a request has no filler for " + after);
            }
            found.add(new Target(step, offset));
        }
        targets = found.toArray(Target[]::new);
        return this;
    }

    /** Overwrites one text with another of the same length, between two pairs. */
    public void rename(String from, String to) {
        int offset = Bytes.find(request, 0, request.capacity(), Bytes.ascii(from));
        if (offset < 0 || from.length() != to.length()) {
            throw new IllegalArgumentException(to + " cannot replace " + from + " in the request");
        }
        request.put(offset, Bytes.ascii(to));
    }

    Protocol protocol() {
        return protocol;
    }

    /** Returns the request, ready to be written from its first byte. */
    ByteBuffer rewound() {
        request.clear();
        return request;
    }

    /** Returns the request with its current write position. */
    ByteBuffer request() {
        return request;
    }

    /**
     * Checks the reply and copies its captured values; returns false if it is not the expected one.
     */
    boolean accept(ByteBuffer in, Reply reply) {
        if (reply.status != statusExpected) {
            return false;
        }
        if (marker.length == 0) {
            return true;
        }
        int found = Bytes.find(in, reply.bodyStart, reply.end, marker);
        int from = found + marker.length;
        if (found < 0 || from + captureLength > reply.end) {
            return false;
        }
        for (int t = 0; t < targets.length; t++) {
            ByteBuffer to = targets[t].step.request;
            int offset = targets[t].offset;
            for (int i = 0; i < captureLength; i++) {
                to.put(offset + i, in.get(from + i));
            }
        }
        return true;
    }
}
