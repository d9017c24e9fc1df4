package io.holdfast.rig.overload;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

import javax.net.ssl.SSLSocket;

/**
 * One hostile client: sockets from its own address, and requests that ignore all limits. It sends
 * what no HTTP client can, so it uses none.
 */
final class HostileClient {

    /** The lists that grow with the data that other attacks leave behind. */
    static final List<String> LISTS = List.of(
            "/api/v1/faults",
            "/api/v1/components/arm/data",
            "/v1/stats",
            "/v1/claims/?limit=10000",
            "/v1/queue");

    /** How long the connections of a flood stay open while little of their replies is read. */
    private static final long HELD_MILLIS = 2_000;

    private static final long TRICKLE_MILLIS = 20;

    private final Target target;
    private final String from;
    private final RandomGenerator chance;

    interface Step {
        void take(Socket socket) throws IOException;
    }

    HostileClient(Target target, String from, RandomGenerator chance) {
        this.target = target;
        this.from = from;
        this.chance = chance;
    }

    Socket http() throws IOException {
        return target.http(from);
    }

    Socket line() throws IOException {
        return target.line(from);
    }

    String secret() {
        return target.token();
    }

    String token() {
        return "Authorization: Bearer " + target.token() + "\r\n";
    }

    String uuid() {
        return new UUID(chance.nextLong(), chance.nextLong()).toString();
    }

    String list() {
        return LISTS.get(chance.nextInt(LISTS.size()));
    }

    String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + token() + "\r\n";
    }

    static String post(String path, String headers, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "Content-Length: "
                + length + "\r\n\r\n";
    }

    void flood(int connections, Step step) throws IOException {
        flood(connections, step, this::http);
    }

    void floodLine(int connections, Step step) throws IOException {
        flood(connections, step, this::line);
    }

    private interface Opener {
        Socket open() throws IOException;
    }

    /** Performs the step on many connections, and keeps all of them open for a while. */
    private void flood(int connections, Step step, Opener opener) throws IOException {
        List<Socket> open = new ArrayList<>();
        IOException refused = null;
        try {
            for (int i = 0; i < connections; i++) {
                try {
                    Socket socket = opener.open();
                    open.add(socket);
                    step.take(socket);
                } catch (IOException e) {
                    refused = e;
                }
            }
            TimeUnit.MILLISECONDS.sleep(HELD_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
        if (refused != null) {
            throw refused;
        }
    }

    void send(Socket socket, String text) throws IOException {
        send(socket, Attack.bytes(text));
    }

    void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Returns the client's side of TLS over a connection, before the handshake. */
    SSLSocket secured(Socket socket) throws IOException {
        return target.secured(socket);
    }

    /** Sends the bytes one by one on many connections, until the time of a flood is over. */
    void trickle(int connections, byte[] bytes) throws IOException {
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                open.add(http());
            }
            for (int i = 0; i < HELD_MILLIS / TRICKLE_MILLIS; i++) {
                for (Socket socket : open) {
                    socket.getOutputStream().write(bytes[i]);
                }
                TimeUnit.MILLISECONDS.sleep(TRICKLE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    /** Sends a request and reads a part of the reply. */
    void ask(Socket socket, String request) throws IOException {
        send(socket, request);
        if (socket.getInputStream().read(new byte[4096]) < 0) {
            throw new EOFException("cut off");
        }
    }

    /** Reads as fast as possible until the end of the stream. */
    void drain(Socket socket, String request) throws IOException {
        send(socket, request.replaceFirst("\r\n", "\r\nConnection: close\r\n"));
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[64 << 10];
        int read = in.read(buffer);
        while (read >= 0) {
            read = in.read(buffer);
        }
    }
}
