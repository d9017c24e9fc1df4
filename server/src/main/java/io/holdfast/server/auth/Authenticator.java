package io.holdfast.server.auth;

/** One kind of credential: shared token, token file, OpenID Connect, proxy header, certificate. */
@FunctionalInterface
public interface Authenticator {

    /**
     * Judges what was presented. Never blocks, and takes as long for a wrong secret as for a right
     * one.
     */
    Decision authenticate(Presented presented);
}
