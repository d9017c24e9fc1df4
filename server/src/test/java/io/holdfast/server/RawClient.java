package io.holdfast.server;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** An HTTP connection that sends exactly the given bytes, and may end in the middle of them. */
public final class RawClient extends RawSocket<RawClient> {

    /** A response; the names of its headers are lowercase. */
    public record Response(int status, Map<String, String> headers, byte[] bytes) {

        public String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }

        public String body() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        public boolean isChunked() {
            return header("Transfer-Encoding").equals("chunked");
        }

        @Override
        public String toString() {
            return status + " " + headers + " " + body();
        }
    }

    public RawClient(TestServer server) {
        this(server.httpPort());
    }

    public RawClient(int port) {
        this(connect(port));
    }

    public RawClient(Socket socket) {
        super(socket);
    }

    @Override
    protected RawClient self() {
        return this;
    }

    /** Sends each character as one byte. */
    public RawClient send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends a session's request without waiting for the reply. */
    public void post(Caller caller, String path, String body) {
        send("POST /v1/" + path + " HTTP/1.1\r\nHost: localhost\r\nX-Dflockd-Session: "
                + caller.id() + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    public Response response() {
        return response(false);
    }

    /**
     * Reads one response; a response to HEAD has a length but no body. The chunks of a chunked one
     * are left to be read.
     */
    public Response response(boolean toHead) {
        try {
            String statusLine = line();
            Map<String, String> headers = new LinkedHashMap<>();
            for (String line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            int length = toHead ? 0 : Integer.parseInt(headers.getOrDefault("content-length", "0"));
            return new Response(
                    Integer.parseInt(statusLine.substring(9, 12)), headers, whole(length));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the chunks of a response, up to the last one. */
    public byte[] chunks() {
        try {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            int length;
            do {
                length = Integer.parseInt(line(), 16);
                body.write(whole(length));
                if (!line().isEmpty()) {
                    throw new IOException("a chunk that does not end with CRLF");
                }
            } while (length > 0);
            return body.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] whole(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("half a body");
        }
        return bytes;
    }

    /** Reads up to the end of the head. */
    public String head() {
        StringBuilder head = new StringBuilder();
        try {
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    return head.toString();
                }
                head.append((char) next);
            }
            return head.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything until the server closes the connection. */
    public String all() {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the given number of bytes. */
    public String text(int length) {
        return new String(readBytes(length), StandardCharsets.ISO_8859_1);
    }

    /** Discards up to the given number of bytes and returns how many there were. */
    public int read(int length) {
        return readBytes(length).length;
    }

    private byte[] readBytes(int length) {
        try {
            return in.readNBytes(length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException(
                        "closed after '" + line.toString(StandardCharsets.ISO_8859_1) + "'");
            }
            if (c == '\r') {
                if (in.read() != '\n') {
                    throw new IOException("a response line that does not end with CRLF");
                }
                return line.toString(StandardCharsets.ISO_8859_1);
            }
            line.write(c);
        }
    }

    /** Waits until the server has closed its side; true if no more bytes came before. */
    public boolean isClosedByServer() {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            // A reset counts as closed.
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
