package io.holdfast.server.entities;

import io.holdfast.server.http.Exchange;

/**
 * What whoever asks may do beyond what everybody may.
 *
 * @param breaksLocks may break the locks of others
 * @param admin may say which entities there are
 */
public record Privileges(boolean breaksLocks, boolean admin) {

    /** One shared token, or none at all, tells nobody from anybody: all may do everything. */
    public static final Privileges ALL = new Privileges(true, true);

    /** Says who somebody is. Identities and their roles come in here. */
    @FunctionalInterface
    public interface Source {

        Privileges of(Exchange exchange);
    }
}
