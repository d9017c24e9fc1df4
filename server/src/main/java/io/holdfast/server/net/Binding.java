package io.holdfast.server.net;

import org.jspecify.annotations.Nullable;

/**
 * Defines where a listener listens, and how many connections it accepts.
 *
 * @param port 0 picks a free port
 * @param connectionsMax maximum number of open connections
 * @param connectionsPerAddressMax maximum number of open connections per address; 0 means no limit
 *     per address
 * @param shortestMillis the shortest deadline that its connections set; the loops derive their scan
 *     period from it
 * @param tls the certificate and key, or null for plain text
 */
public record Binding(
        String host,
        int port,
        int connectionsMax,
        int connectionsPerAddressMax,
        long shortestMillis,
        @Nullable TlsFiles tls) {

    /** The upper bound of every connection limit. */
    public static final int CONNECTIONS_CEILING = 1_000_000;
}
