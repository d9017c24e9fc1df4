package io.holdfast.server.claims;

import io.holdfast.server.http.Exchange;

import org.jspecify.annotations.Nullable;

/**
 * What whoever asks may do. Without identities anyone may do anything, as in the original; where
 * there are some, this is what authentication has to answer for each request.
 *
 * @param onlyOf only claims of this creator may be changed; null where anyone's may
 * @param mayRevoke whether the caller may take a claim away from its client
 */
record Authority(@Nullable String onlyOf, boolean mayRevoke) {

    static final Authority ALL = new Authority(null, true);

    /** Finds out what the caller of a request may do. */
    @FunctionalInterface
    interface Source {
        Authority of(Exchange exchange);
    }
}
