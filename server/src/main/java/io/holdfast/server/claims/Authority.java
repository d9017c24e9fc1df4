package io.holdfast.server.claims;

import io.holdfast.server.auth.Principal;
import io.holdfast.server.auth.Role;

import org.jspecify.annotations.Nullable;

/**
 * What the caller may do to existing claims. Without authentication every caller may do everything,
 * as in Nessy.
 *
 * @param onlyOf only this creator's claims may be changed; null if all may
 * @param mayRevoke true if the caller may revoke claims
 */
record Authority(@Nullable String onlyOf, boolean mayRevoke) {

    static Authority of(Principal principal) {
        boolean admin = principal.is(Role.ADMIN);
        return new Authority(admin ? null : principal.name(), admin);
    }
}
