package io.holdfast.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A plain socket, for clients that disconnect in the middle of a request. */
public final class RawClient implements AutoCloseable {

    private final Socket socket;

    public RawClient(TestServer server) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), server.httpPort());
            socket.setSoTimeout(30_000);
            socket.setTcpNoDelay(true);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends a session's request without waiting for the reply. */
    public void post(Caller caller, String path, String body) {
        send("POST /v1/" + path + " HTTP/1.1\r\nHost: localhost\r\nX-Dflockd-Session: "
                + caller.id() + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    public void send(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Reads up to the end of the head. */
    public String head() {
        StringBuilder head = new StringBuilder();
        try {
            while (head.indexOf("\r\n\r\n") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    return head.toString();
                }
                head.append((char) next);
            }
            return head.toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Everything until the server closes the connection. */
    public String all() {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
