package io.holdfast.server.line;

import io.holdfast.log.engine.Engine;
import io.holdfast.log.engine.EngineState;
import io.holdfast.server.net.ConnectionCapacity;
import io.holdfast.server.net.Listener;
import io.vertx.core.Vertx;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Accepts connections of the line protocol.
 *
 * <p>Threading: any thread except an event loop may call {@code start}, {@code drain} and
 * {@code close}.
 */
public final class LineListener implements AutoCloseable {

    private final Engine engine;
    private final LineOptions options;
    private final LineMeter meter;
    private final Listener listener;
    private final LineGuard guard;

    public LineListener(
            Vertx vertx,
            LineOptions options,
            ConnectionCapacity room,
            LineGuard guard,
            Engine engine,
            LineMeter meter) {
        this.engine = engine;
        this.guard = guard;
        this.options = options;
        this.meter = meter;
        this.listener = new Listener(
                vertx,
                options.binding(),
                room,
                (channel, loop, address) -> new LineConnection(this, channel, loop, address));
    }

    /** Binds and starts to serve. If the address is not available, the exception names it. */
    public void start() throws IOException {
        listener.start();
    }

    /** Returns the port in use, even if port 0 was configured. */
    public int port() {
        return listener.port();
    }

    /** Returns the number of open connections. */
    public int connections() {
        return listener.connections();
    }

    /** Reloads the certificate and key for new connections. */
    public void reloadCertificate() throws IOException {
        listener.reloadCertificate();
    }

    /**
     * Stops accepting. A connection stays until its next request, which is told that the server is
     * stopping. Remaining connections are closed after the grace period; zero means never.
     */
    public CompletableFuture<Void> drain(Duration grace) {
        return listener.drain(grace);
    }

    /** Closes the listener and every connection immediately. */
    @Override
    public void close() {
        listener.close();
    }

    Engine engine() {
        return engine;
    }

    LineOptions options() {
        return options;
    }

    LineMeter meter() {
        return meter;
    }

    /** Returns whether the server is stopping. */
    boolean isGoing() {
        EngineState state = engine.state();
        return state == EngineState.DRAINING || state == EngineState.CLOSED;
    }

    LineGuard guard() {
        return guard;
    }
}
