package io.holdfast.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A server that answers every request as the test says, and records the requests. */
final class FakeServer implements AutoCloseable {

    private final HttpServer server;
    private final List<String> asked = new ArrayList<>();
    private int status = 200;
    private byte[] body = {};
    private long promised;
    private boolean stalls;

    FakeServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    FakeServer answers(int newStatus, String text) {
        return answers(newStatus, text.getBytes(StandardCharsets.UTF_8));
    }

    FakeServer answers(int newStatus, byte[] bytes) {
        status = newStatus;
        body = bytes;
        promised = 0;
        return this;
    }

    /** Announces more bytes than it sends, then closes the connection. */
    FakeServer breaksOffAfter(byte[] part) {
        answers(200, part);
        promised = part.length + 1000L;
        return this;
    }

    /** Announces more bytes than it sends, and keeps the connection open. */
    FakeServer stallsAfter(byte[] part) {
        breaksOffAfter(part);
        stalls = true;
        return this;
    }

    /** Returns the method, path, bearer token and body of each request. */
    synchronized List<String> asked() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String bearer = exchange.getRequestHeaders().getFirst("Authorization");
        String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        synchronized (this) {
            asked.add((exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                            + (bearer == null ? "" : bearer) + " " + sent)
                    .strip());
        }
        exchange.getResponseHeaders().set("Holdfast-Index", "4711");
        exchange.sendResponseHeaders(status, Math.max(promised, body.length));
        exchange.getResponseBody().write(body);
        if (stalls) {
            exchange.getResponseBody().flush();
        } else {
            // If less was sent than announced, this closes the connection.
            exchange.close();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
