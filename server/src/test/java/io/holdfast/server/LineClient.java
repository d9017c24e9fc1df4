package io.holdfast.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A line protocol connection that sends exactly the given bytes. */
public final class LineClient extends RawSocket<LineClient> {

    public LineClient(int port) {
        this(connect(port));
    }

    public LineClient(TestServer server) {
        this(server.linePort());
    }

    public LineClient(Socket socket) {
        super(socket);
    }

    /** Connects from another loopback address. */
    public static LineClient from(String address, int port) {
        return new LineClient(connect(address, port));
    }

    @Override
    protected LineClient self() {
        return this;
    }

    public LineClient send(String text) {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a request's three lines without waiting for the reply. */
    public LineClient request(String command, String key, String argument) {
        return send(command + "\n" + key + "\n" + argument + "\n");
    }

    public String ask(String command, String key, String argument) {
        return request(command, key, argument).line();
    }

    /** Returns the next reply without its line end. */
    public String line() {
        String line = lineOrEnd();
        if (line == null) {
            throw new AssertionError("the server closed instead of replying");
        }
        return line;
    }

    /** Returns the next reply, or null if the server has closed its side. */
    public @Nullable String lineOrEnd() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int c = in.read(); c >= 0; c = in.read()) {
                if (c == '\n') {
                    return line.toString(StandardCharsets.UTF_8);
                }
                line.write(c);
            }
        } catch (SocketException e) {
            // A reset counts as closed.
            return ended(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ended(line);
    }

    private static @Nullable String ended(ByteArrayOutputStream line) {
        if (line.size() > 0) {
            throw new AssertionError(
                    "half a reply: '" + line.toString(StandardCharsets.UTF_8) + "'");
        }
        return null;
    }

    /** Waits until the server has closed its side; true if no more bytes came before. */
    public boolean isClosedByServer() {
        return lineOrEnd() == null;
    }

    /** Reads to the end and checks that no reply starts with this word. */
    public void endsWithout(String word) {
        for (String line = lineOrEnd(); line != null; line = lineOrEnd()) {
            if (line.startsWith(word)) {
                throw new AssertionError("heard " + line);
            }
        }
    }

    /** Removes the read timeout, for a reader thread whose caller has its own timeout. */
    LineClient waitsForEver() {
        try {
            socket().setSoTimeout(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }
}
