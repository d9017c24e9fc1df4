package io.holdfast.server.http;

import io.vertx.core.Vertx;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The HTTP listener: accepts connections on Vert.x's event loops and serves the table's routes. */
public final class HttpListener implements AutoCloseable {

    public HttpListener(
            Vertx vertx,
            ListenerOptions options,
            EdgePolicy policy,
            RouteTable routes,
            RequestMeter meter) {}

    /** Binds and begins to serve; an address that cannot be had is an exception that names it. */
    public void start() throws IOException {
        throw new UnsupportedOperationException("not yet");
    }

    /** The port in use, also when 0 was asked for. */
    public int port() {
        return 0;
    }

    /** Open connections now. */
    public int connections() {
        return 0;
    }

    /**
     * Stops accepting, closes idle connections, lets each request in progress have its answer (with
     * {@code Connection: close}), and cuts off what is left after the grace; complete when none is
     * left.
     */
    public CompletableFuture<Void> drain(Duration grace) {
        return CompletableFuture.completedFuture(null);
    }

    /** Closes the listener and every connection at once. */
    @Override
    public void close() {}
}
