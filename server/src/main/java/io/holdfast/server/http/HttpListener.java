package io.holdfast.server.http;

import io.holdfast.server.net.ConnectionCapacity;
import io.holdfast.server.net.Listener;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP listener: serves the table's routes.
 *
 * <p>Threading: {@code start}, {@code drain} and {@code close} may be called by any thread but an
 * event loop.
 */
public final class HttpListener implements AutoCloseable {

    private final Listener listener;
    private final EdgeLimits limits;
    private final Gate gate;
    private final RequestMeter meter;
    private final Dispatcher dispatcher = new Dispatcher();
    private @Nullable RequestTracer tracer;

    public HttpListener(
            Vertx vertx,
            ListenerOptions options,
            ConnectionCapacity room,
            EdgePolicy policy,
            RouteTable routes,
            RequestMeter meter) {
        this.limits = options.limits();
        this.gate = new Gate(routes, policy, options.host(), meter);
        this.meter = meter;
        this.listener = new Listener(
                vertx,
                options.binding(),
                room,
                (channel, loop, address) ->
                        new Connection(this, loop, new Peer(channel, address), channel));
        meter.serves(routes.routes());
    }

    /** Traces all requests; must be called before the start. */
    public void traceWith(@Nullable RequestTracer newTracer) {
        tracer = newTracer;
    }

    /** Binds and starts to serve; throws an exception that names the address if it cannot bind. */
    public void start() throws IOException {
        listener.start();
    }

    /** Reads the certificate and key again; new connections use the new ones. */
    public void reloadCertificate() throws IOException {
        listener.reloadCertificate();
    }

    /** Returns the port in use, even if 0 was requested. */
    public int port() {
        return listener.port();
    }

    /** Returns the number of open connections. */
    public int connections() {
        return listener.connections();
    }

    /**
     * Stops accepting, closes idle connections, answers each request in progress (with
     * {@code Connection: close}), and closes the remaining connections after the grace period;
     * completes when none is left.
     */
    public CompletableFuture<Void> drain(Duration grace) {
        return listener.drain(grace);
    }

    /** Closes the listener and all connections immediately. */
    @Override
    public void close() {
        listener.close();
    }

    EdgeLimits limits() {
        return limits;
    }

    Gate gate() {
        return gate;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    /** Returns the trace of a new request; null if it is not traced. */
    @Nullable
    RequestTrace trace(RequestHead head) {
        RequestTracer now = tracer;
        return now == null
                ? null
                : now.begin(head.header("traceparent"), head.header("tracestate"));
    }

    RequestMeter meter() {
        return meter;
    }
}
