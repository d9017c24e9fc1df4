package io.holdfast.server.http;

/** Answers the requests of one route. */
@FunctionalInterface
public interface Handler {

    /**
     * Called on the connection's event loop once the request is complete, body included. The reply
     * may be given before this returns or any time later; an exception becomes a 500 that contains
     * only a reference to the log.
     */
    void handle(Exchange exchange);
}
