package io.holdfast.server.terraform;

import io.holdfast.core.value.Limits;
import io.holdfast.server.edge.Owners;
import io.holdfast.server.http.Exchange;
import io.holdfast.server.text.ControlCharacters;

/** The name of a state, which its lock has in the claims API with a prefix. */
record StateName(String tenant, String resource) {

    private static final String PREFIX = "terraform/";

    static StateName of(Exchange exchange) throws BadLock {
        String key = exchange.pathParameter(0);
        int bytes = Owners.utf8Length(key);
        if (bytes < 1 || bytes > Limits.KEY_BYTES_MAX) {
            throw new BadLock("key must be 1 to " + Limits.KEY_BYTES_MAX + " bytes of UTF-8");
        }
        if (ControlCharacters.in(key)) {
            throw new BadLock("key must not contain control characters");
        }
        return new StateName(exchange.actor().tenant(), PREFIX + key);
    }
}
