package io.holdfast.bench.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * One connection with pipelined requests that fills a server before a measurement; every reply must
 * be 200.
 */
public final class AskingAhead implements AutoCloseable {

    private static final String LENGTH = "content-length: ";

    private final Socket socket = new Socket();
    private final OutputStream out;
    private final InputStream in;

    /** Connects. */
    public AskingAhead(InetSocketAddress to) throws IOException {
        socket.connect(to);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    /** Sends requests, up to the server's limit of unanswered ones. */
    public void ask(String requests) throws IOException {
        out.write(requests.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads this number of replies. */
    public void hear(int replies) throws IOException {
        for (int i = 0; i < replies; i++) {
            String status = line();
            if (!status.startsWith("HTTP/1.1 200 ")) {
                throw new IOException("the server refused: " + status);
            }
            int length = 0;
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                    length = Integer.parseInt(line.substring(LENGTH.length()).strip());
                }
            }
            in.skipNBytes(length);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
