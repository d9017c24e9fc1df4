package io.holdfast.server.trace;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A receiver of traces over OTLP/HTTP. */
final class Receiver implements AutoCloseable {

    private final HttpServer server;
    private final List<SentSpan> spans = new CopyOnWriteArrayList<>();
    private final List<String> credentials = new CopyOnWriteArrayList<>();

    private Receiver(HttpServer server) {
        this.server = server;
    }

    static Receiver start() {
        try {
            HttpServer server = HttpServer.create(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            Receiver self = new Receiver(server);
            server.createContext("/v1/traces", self::receive);
            server.start();
            return self;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String credential = exchange.getRequestHeaders().getFirst("Authorization");
        credentials.add(credential == null ? "" : credential);
        spans.addAll(SentSpan.ofRequest(body));
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    /** Returns the value of the Authorization header of each request. */
    List<String> credentials() {
        return credentials;
    }

    List<SentSpan> spans() {
        return spans;
    }

    /** Waits for a span that matches. */
    SentSpan await(Predicate<SentSpan> wanted) {
        Awaitility.await().until(() -> spans.stream().anyMatch(wanted));
        return spans.stream().filter(wanted).findFirst().orElseThrow();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
