package io.holdfast.server;

import java.io.IOException;
import java.net.Socket;
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
        try (RawClient client = open(port, tls)) {
            String session =
                    "X-Dflockd-Session: " + field(ask(client, "/v1/sessions", "", "")) + "\r\n";
            for (int i = 0; i < ROUNDS_PER_CONNECTION && !stopping; i++) {
                String body = "{\"acquire_timeout_s\":0,\"lease_ttl_s\":30}";
                String token = field(ask(client, "/v1/locks/good", session, body));
                ask(client, "/v1/locks/good/release", session, "{\"token\":\"" + token + "\"}");
                rounds.incrementAndGet();
            }
        }
    }

    static RawClient open(int port, @Nullable SSLContext tls) throws IOException {
        Socket plain = RawSocket.connect(ADDRESS, port);
        return new RawClient(
                tls == null
                        ? plain
                        : tls.getSocketFactory().createSocket(plain, "127.0.0.1", port, true));
    }

    /** Returns the metrics, requested from this client's address. */
    static String metrics(int port, @Nullable SSLContext tls) throws IOException {
        try (RawClient client = open(port, tls)) {
            return client.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .response()
                    .body();
        }
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

    private String ask(RawClient client, String path, String headers, String body) {
        RawClient.Response reply = client.send(
                        "POST " + path + " HTTP/1.1\r\nHost: localhost\r\n" + credential + headers
                                + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .response();
        if (reply.status() / 100 != 2) {
            throw new IllegalStateException(path + " was not served: " + reply);
        }
        return reply.body();
    }

    @Override
    public void close() {
        stopping = true;
    }
}
