package io.holdfast.bench.events;

import io.holdfast.bench.servers.Subject;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A connection to {@code GET /v1/events}. It uses HTTP/1.0, whose body has no chunks, so that each
 * line of the stream is a line of the socket.
 */
final class EventStream implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 << 10;

    private final Socket socket = new Socket();
    private final InputStream in;

    /** Connects, and returns once the server sends every later event. */
    EventStream(Subject subject, String query) throws IOException {
        socket.connect(subject.address());
        in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
        String request =
                "GET /v1/events" + query + " HTTP/1.0\r\nHost: " + subject.host() + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String status = line();
        if (!status.contains(" 200 ")) {
            close();
            throw new IOException("the server refused an event stream: " + status);
        }
        while (!line().equals(":")) {
            // The head ends, and then the stream begins with a comment.
        }
    }

    /** Returns the next line. */
    String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server ended the stream");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /** Reads and drops the bytes that have arrived; returns false at the end of the stream. */
    boolean drop(byte[] buffer) throws IOException {
        return in.read(buffer) >= 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
