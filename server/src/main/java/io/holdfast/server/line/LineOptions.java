package io.holdfast.server.line;

import io.holdfast.server.net.Binding;
import io.holdfast.server.net.Link;
import io.holdfast.server.net.TlsFiles;

import org.jspecify.annotations.Nullable;

/**
 * The address of the line protocol's listener and its limits.
 *
 * @param port 0 picks a free port
 * @param readMillis read timeout per line of a request, from the request's first byte on
 * @param writeMillis how long a client may leave replies unread; 0 means no limit
 * @param connectionsMax maximum concurrent connections; 0 means no limit but the server's capacity
 * @param connectionsPerAddressMax maximum concurrent connections per address; 0 means no limit
 */
public record LineOptions(
        String host,
        int port,
        @Nullable TlsFiles tls,
        long readMillis,
        long writeMillis,
        int connectionsMax,
        int connectionsPerAddressMax) {

    /** How long a connection may still send after it was told why it ends. */
    static final long LINGER_MILLIS = 2_000;

    /** Maximum input read ahead while a request is being answered. The longest request fits. */
    static final int READ_AHEAD_MAX_BYTES = LineParser.SECRET_MAX_BYTES + (4 << 10);

    public LineOptions {
        if (readMillis <= 0 || writeMillis < 0) {
            throw new IllegalArgumentException(
                    "readMillis must be positive, and writeMillis must not be negative");
        }
    }

    Link.Patience patience() {
        return new Link.Patience(writeMillis, LINGER_MILLIS, READ_AHEAD_MAX_BYTES);
    }

    Binding binding() {
        long shortestMillis = writeMillis > 0 ? Math.min(readMillis, writeMillis) : readMillis;
        return new Binding(
                host,
                port,
                connectionsMax == 0 ? Binding.CONNECTIONS_CEILING : connectionsMax,
                connectionsPerAddressMax,
                shortestMillis,
                tls);
    }
}
