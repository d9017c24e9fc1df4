package io.holdfast.server.auth;

import java.util.List;

/** One kind of credential: shared token, token file, OpenID Connect, proxy header, certificate. */
@FunctionalInterface
public interface Authenticator {

    /**
     * Judges what was presented. Never blocks, and takes as long for a wrong secret as for a right
     * one.
     */
    Decision authenticate(PresentedCredentials presented);

    /** Headers that must be looked at in every request, also in one whose token is known. */
    default List<String> headers() {
        return List.of();
    }
}
