package io.holdfast.server.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A client that sends exactly the given bytes. */
final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    record Response(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    RawClient(int port) {
        this(connect(port));
    }

    RawClient(Socket socket) {
        try {
            this.socket = socket;
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            this.in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Socket connect(int port) {
        try {
            return new Socket(InetAddress.getLoopbackAddress(), port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Socket socket() {
        return socket;
    }

    RawClient send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Sends as much as the server accepts; a disconnect meanwhile is not an error. */
    RawClient sendLeniently(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            return this;
        }
        return this;
    }

    RawClient endOfInput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    Response response() {
        return response(false);
    }

    /** Reads one response; a response to HEAD has a length but no body. */
    Response response(boolean toHead) {
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
            byte[] body = in.readNBytes(length);
            if (body.length < length) {
                throw new EOFException("half a body");
            }
            return new Response(
                    Integer.parseInt(statusLine.substring(9, 12)),
                    headers,
                    new String(body, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the given number of bytes. */
    String text(int length) {
        return new String(readBytes(length), StandardCharsets.ISO_8859_1);
    }

    /** Discards up to the given number of bytes and returns how many there were. */
    int read(int length) {
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
    boolean isClosedByServer() {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            // A reset counts as closed.
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes with a reset instead of an orderly shutdown. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
