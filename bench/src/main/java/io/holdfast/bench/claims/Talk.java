package io.holdfast.bench.claims;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One connection that sends a request and waits for the answer. */
final class Talk implements AutoCloseable {

    private static final String PATH = "/v1/claims/";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String host;
    private long location;
    private boolean madeActive;

    Talk(InetSocketAddress to) throws IOException {
        socket = new Socket(to.getAddress(), to.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        in = new BufferedInputStream(socket.getInputStream(), 8192);
        out = socket.getOutputStream();
        host = "127.0.0.1:" + to.getPort();
    }

    /** Creates a claim; the returned id is negative if it was refused. */
    long create(String resource) throws IOException {
        int status = ask(
                "POST",
                PATH,
                "{\"resource\":\"" + resource + "\",\"ttl\":600,"
                        + "\"user_data\":{\"host\":\"blade\",\"pid\":4711}}");
        madeActive = status == 201;
        return status == 201 || status == 202 ? location : -status;
    }

    /** Returns whether the last created claim was active at once. */
    boolean madeActive() {
        return madeActive;
    }

    int status(long id, String status) throws IOException {
        return ask("PATCH", PATH + id + "/", "{\"status\":\"" + status + "\"}");
    }

    int renew(long id) throws IOException {
        return ask("PATCH", PATH + id + "/", "{\"ttl\":600}");
    }

    private int ask(String method, String path, String body) throws IOException {
        String request = method + " " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        out.write(request.getBytes(StandardCharsets.US_ASCII));
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        int length = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring("Content-Length: ".length()));
            } else if (line.startsWith("Location: ")) {
                String[] parts = line.split("/", -1);
                location = Long.parseLong(parts[parts.length - 2]);
            }
        }
        in.skipNBytes(length);
        return status;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed a connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
