package io.holdfast.server;

import io.holdfast.server.openapi.Conformance;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP client that checks each reply against the OpenAPI document. A reply that the document
 * does not allow fails the test.
 */
public final class Client implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 30;

    static {
        // Otherwise Java's client rejects a Host header.
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
    }

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<String> bases;
    private final AtomicInteger requests = new AtomicInteger();

    public Client(int port) {
        this(List.of(port));
    }

    /** With several ports, each request goes to the next one. */
    Client(List<Integer> ports) {
        this.bases = ports.stream().map(port -> "http://127.0.0.1:" + port).toList();
    }

    /** Returns the base URL that replies contain, regardless of the member. */
    public String base() {
        return bases.getFirst();
    }

    private String next() {
        return bases.get(requests.getAndIncrement() % bases.size());
    }

    /** Sends a request and returns its reply; headers are name, value, name, value. */
    public Reply ask(String method, String path, String body, String... headers) {
        return Client.await(start(method, path, body, headers));
    }

    public Reply get(String path, String... headers) {
        return ask("GET", path, "", headers);
    }

    public Reply post(String path, String body, String... headers) {
        return ask("POST", path, body, headers);
    }

    /** Sends a request without waiting for its reply. */
    public CompletableFuture<Reply> start(
            String method, String path, String body, String... headers) {
        List<String> pairs = new ArrayList<>(List.of(headers));
        if (bases.size() > 1 && !pairs.contains("Host")) {
            // As behind one host name for all members.
            pairs.addAll(List.of("Host", base().substring("http://".length())));
        }
        HttpRequest request =
                Http.request(method, next() + path, body, pairs.toArray(String[]::new));
        return http.sendAsync(request, BodyHandlers.ofString()).thenApply(response -> {
            Reply reply = new Reply(response.statusCode(), response);
            Conformance.check(method, path, reply);
            return reply;
        });
    }

    /** Waits up to 30 s for the result. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Opens a session and returns its caller. */
    public Caller session() {
        Reply reply = post("/v1/sessions", "");
        return new Caller(this, reply.text("session_id"));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
