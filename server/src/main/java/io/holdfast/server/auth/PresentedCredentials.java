package io.holdfast.server.auth;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** What a client brings to show who it is; the same for a request and for a line connection. */
public interface PresentedCredentials {

    /** The token behind {@code Authorization: Bearer}, or of the line protocol's first line. */
    @Nullable
    String bearer();

    /**
     * The first value of a request header, a character for each byte; null if absent, and always on
     * the line protocol.
     */
    @Nullable
    String header(String name);

    /** Whether a request header is there more than once. */
    boolean isRepeated(String name);

    /** Who is at the other end of the connection: the client, or a proxy before it. */
    InetAddress remote();

    /** The certificate that the client has proved to own; null without mutual TLS. */
    @Nullable
    X509Certificate certificate();
}
