package io.holdfast.server.auth;

import java.util.List;

/** One kind of credential: shared token, token file, OpenID Connect, proxy header, certificate. */
@FunctionalInterface
public interface Authenticator {

    /**
     * Checks the presented credentials. Never blocks, and takes the same time for a wrong secret as
     * for a right one.
     */
    Decision authenticate(PresentedCredentials presented);

    /** Returns the headers that must be checked in every request, even if its token is cached. */
    default List<String> headers() {
        return List.of();
    }
}
