package io.holdfast.server.nodes;

import io.holdfast.core.command.WorkAuthor;
import io.holdfast.server.http.Exchange;

/**
 * Where the person behind a request comes from. Whoever replaces it decides for every route of this
 * contract who acts; no handler looks at a token.
 */
@FunctionalInterface
interface Identities {

    /** What is to be done once it is known who asks. */
    interface Step {
        void take(WorkAuthor who) throws BadNode;
    }

    /** Finds out who asks and goes on, on the request's event loop; or refuses the request. */
    void identify(Exchange exchange, Step step);
}
