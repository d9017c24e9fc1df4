package io.holdfast.bench.load;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One connection whose requests may be pipelined, as when a server is filled. */
public final class AskingAhead implements AutoCloseable {

    /** The head of a reply; the location is empty if there is none. */
    public record Head(int status, String location) {}

    private static final int ANSWER_MILLIS_MAX = 30_000;

    private final Socket socket = new Socket();
    private final OutputStream out;
    private final InputStream in;

    /** Connects. */
    public AskingAhead(InetSocketAddress to) throws IOException {
        socket.connect(to);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(ANSWER_MILLIS_MAX);
        out = socket.getOutputStream();
        in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    /** Sends requests, up to the server's limit of unanswered ones. */
    public void ask(String requests) throws IOException {
        out.write(requests.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads this number of replies, which must be 200. */
    public void hear(int replies) throws IOException {
        for (int i = 0; i < replies; i++) {
            Head head = hear();
            if (head.status() != 200) {
                throw new IOException("the server refused with " + head.status());
            }
        }
    }

    /** Reads one reply, and returns its head. */
    public Head hear() throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        int length = 0;
        String location = "";
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            String value = line.substring(colon + 1).strip();
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            length = name.equals("content-length") ? Integer.parseInt(value) : length;
            location = name.equals("location") ? value : location;
        }
        in.skipNBytes(length);
        return new Head(status, location);
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
