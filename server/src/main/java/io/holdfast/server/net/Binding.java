package io.holdfast.server.net;

import org.jspecify.annotations.Nullable;

/**
 * Where a listener listens, and how many it lets in.
 *
 * @param port 0 picks a free one
 * @param connectionsMax connections at a time
 * @param connectionsPerAddressMax connections at a time of one address; 0 means no cap of its own
 * @param shortestMillis the shortest deadline that its connections set, by which the loops choose
 *     how often they look
 * @param tls the certificate and key, or null for plain text
 */
public record Binding(
        String host,
        int port,
        int connectionsMax,
        int connectionsPerAddressMax,
        long shortestMillis,
        @Nullable TlsFiles tls) {

    /** No setting goes beyond this many connections. */
    public static final int CONNECTIONS_CEILING = 1_000_000;
}
