package io.holdfast.server.nodes;

import io.holdfast.core.value.NodeAuthor;
import io.holdfast.server.http.Exchange;

/**
 * Identifies the person behind a request, for every route of the nodes API. No handler
 * authenticates by itself.
 */
@FunctionalInterface
interface Identities {

    /** Continues a request once its person is known. */
    interface Step {
        void take(NodeAuthor who) throws BadNode;
    }

    /** Identifies the person and continues on the request's event loop, or rejects the request. */
    void identify(Exchange exchange, Step step);
}
