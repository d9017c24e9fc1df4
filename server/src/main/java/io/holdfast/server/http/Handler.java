package io.holdfast.server.http;

/** Answers the requests of one route. */
@FunctionalInterface
public interface Handler {

    /**
     * Called on the connection's event loop once the request is complete, body included. The reply
     * may be given before this returns or any time later; an exception becomes a 500 that tells the
     * client nothing but a reference.
     */
    void handle(Exchange exchange);
}
