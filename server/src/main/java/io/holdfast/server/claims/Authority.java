package io.holdfast.server.claims;

import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;

import org.jspecify.annotations.Nullable;

/**
 * What whoever asks may do to claims that are there. Where nobody is asked who they are anyone may
 * do anything, as in the original.
 *
 * @param onlyOf only claims of this creator may be changed; null where anyone's may
 * @param mayRevoke whether the caller may take a claim away from its client
 */
record Authority(@Nullable String onlyOf, boolean mayRevoke) {

    static Authority of(Principal principal) {
        boolean admin = principal.is(Role.ADMIN);
        return new Authority(admin ? null : principal.name(), admin);
    }
}
