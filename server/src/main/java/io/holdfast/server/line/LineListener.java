package io.holdfast.server.line;

import io.holdfast.log.node.Node;
import io.holdfast.log.node.NodeState;
import io.holdfast.server.net.Listener;
import io.holdfast.server.net.ConnectionCapacity;
import io.vertx.core.Vertx;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Listens for the line protocol.
 *
 * <p>Threading: {@code start}, {@code drain} and {@code close} may be called by any thread but an
 * event loop.
 */
public final class LineListener implements AutoCloseable {

    private final Node node;
    private final LineOptions options;
    private final LineMeter meter;
    private final Listener listener;
    private final LineGuard guard;

    public LineListener(
            Vertx vertx,
            LineOptions options,
            ConnectionCapacity room,
            LineGuard guard,
            Node node,
            LineMeter meter) {
        this.node = node;
        this.guard = guard;
        this.options = options;
        this.meter = meter;
        this.listener = new Listener(
                vertx,
                options.binding(),
                room,
                (channel, loop, address) -> new LineConnection(this, channel, loop, address));
    }

    /** Binds and begins to serve; an address that cannot be had is an exception that names it. */
    public void start() throws IOException {
        listener.start();
    }

    /** The port in use, also when 0 was asked for. */
    public int port() {
        return listener.port();
    }

    /** Open connections now. */
    public int connections() {
        return listener.connections();
    }

    /** Reads the certificate and key again; connections from now on get the new ones. */
    public void reloadCertificate() throws IOException {
        listener.reloadCertificate();
    }

    /**
     * Stops accepting. Connections stay until their next request, which is told that the server is
     * going; what is left after the grace is cut off, or never where that is zero.
     */
    public CompletableFuture<Void> drain(Duration grace) {
        return listener.drain(grace);
    }

    /** Closes the listener and every connection at once. */
    @Override
    public void close() {
        listener.close();
    }

    Node node() {
        return node;
    }

    LineOptions options() {
        return options;
    }

    LineMeter meter() {
        return meter;
    }

    /** Whether the server is stopping. */
    boolean isGoing() {
        NodeState state = node.state();
        return state == NodeState.DRAINING || state == NodeState.CLOSED;
    }

    LineGuard guard() {
        return guard;
    }
}
