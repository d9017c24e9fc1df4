package io.holdfast.server;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A well-behaved client with its own address. It acquires and releases a lock repeatedly, over the
 * same connection and then over new ones. It ends with its first request that is not served.
 */
final class GoodClient implements AutoCloseable {

    private static final String ADDRESS = "127.0.0.2";
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int ROUNDS_PER_CONNECTION = 20;

    private final int port;
    private final String credential;
    private final @Nullable SSLContext tls;
    private final AtomicInteger rounds = new AtomicInteger();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private volatile boolean stopping;

    /** @param credential a header line with its line end; may be empty */
    GoodClient(int port, String credential) {
        this(port, credential, null);
    }

    /** @param tls trusts the server's certificate; null if it speaks plain text */
    GoodClient(int port, String credential, @Nullable SSLContext tls) {
        this.port = port;
        this.credential = credential;
        this.tls = tls;
        Thread.ofPlatform().name("good-client").daemon().start(this::run);
    }

    /** Returns how often it has held its lock so far. */
    int rounds() {
        return rounds.get();
    }

    /** Returns true once it has ended. */
    boolean isOver() {
        return end.isDone();
    }

    /** Returns how often it held its lock; fails if a request was not served. */
    int stop() {
        stopping = true;
        return Client.await(end);
    }

    private void run() {
        try {
            while (!stopping) {
                connection();
            }
            end.complete(rounds.get());
        } catch (IOException | RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    private void connection() throws IOException {
        try (Socket socket = open(port, tls)) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String session =
                    "X-Dflockd-Session: " + field(ask(socket, in, "/v1/sessions", "", "")) + "\r\n";
            for (int i = 0; i < ROUNDS_PER_CONNECTION && !stopping; i++) {
                String body = "{\"acquire_timeout_s\":0,\"lease_ttl_s\":30}";
                String token = field(ask(socket, in, "/v1/locks/good", session, body));
                ask(socket, in, "/v1/locks/good/release", session, "{\"token\":\"" + token + "\"}");
                rounds.incrementAndGet();
            }
        }
    }

    static Socket open(int port) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), port, InetAddress.ofLiteral(ADDRESS), 0);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    static Socket open(int port, @Nullable SSLContext tls) throws IOException {
        Socket plain = open(port);
        return tls == null
                ? plain
                : tls.getSocketFactory().createSocket(plain, "127.0.0.1", port, true);
    }

    /** Returns the session id or the token in the reply. */
    private static String field(String reply) {
        for (String name : new String[] {"\"session_id\":\"", "\"token\":\""}) {
            int at = reply.indexOf(name);
            if (at >= 0) {
                int from = at + name.length();
                return reply.substring(from, reply.indexOf('"', from));
            }
        }
        throw new IllegalStateException("not served: " + reply);
    }

    private String ask(Socket socket, InputStream in, String path, String headers, String body)
            throws IOException {
        send(
                socket,
                "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n" + credential + headers
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body);
        String reply = reply(in);
        if (!reply.startsWith("HTTP/1.1 2")) {
            throw new IllegalStateException(path + " was not served: " + reply);
        }
        return reply;
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** Reads a whole reply with a content length. */
    static String reply(InputStream in) throws IOException {
        StringBuilder reply = new StringBuilder();
        int head = -1;
        int length = 0;
        while (head < 0 || reply.length() < head + length) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("cut off after: " + reply);
            }
            reply.append((char) next);
            if (head < 0 && reply.indexOf("\r\n\r\n") >= 0) {
                head = reply.length();
                int at = reply.indexOf("Content-Length: ");
                length = at < 0
                        ? 0
                        : Integer.parseInt(reply.substring(at + 16, reply.indexOf("\r\n", at)));
            }
        }
        return reply.toString();
    }

    @Override
    public void close() {
        stopping = true;
    }
}
