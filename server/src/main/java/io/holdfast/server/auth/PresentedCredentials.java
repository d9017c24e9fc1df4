package io.holdfast.server.auth;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The credentials that a client presents, with an HTTP request or on a line protocol connection.
 */
public interface PresentedCredentials {

    /** Returns the token of {@code Authorization: Bearer}, or of the line protocol's first line. */
    @Nullable
    String bearer();

    /**
     * Returns the first value of a request header, one character per byte; null if absent, and
     * always null on the line protocol.
     */
    @Nullable
    String header(String name);

    /** Returns whether a request header occurs more than once. */
    boolean isRepeated(String name);

    /** Returns the peer's address: the client's, or that of a proxy. */
    InetAddress remote();

    /** Returns the certificate that the client has proved to own; null without mutual TLS. */
    @Nullable
    X509Certificate certificate();
}
