package io.holdfast.server.line;

import io.holdfast.server.net.Binding;
import io.holdfast.server.net.Link;
import io.holdfast.server.net.TlsFiles;

import org.jspecify.annotations.Nullable;

/**
 * Where the line protocol is spoken and what it allows.
 *
 * @param port 0 picks a free one
 * @param readMillis how long each line of a request may take, from the request's first byte on
 * @param writeMillis how long a client may leave its replies unread; 0 means for ever
 * @param connectionsMax connections at a time; 0 means as many as there is room for
 * @param connectionsPerAddressMax connections at a time of one address; 0 means no cap of its own
 */
public record LineOptions(
        String host,
        int port,
        @Nullable TlsFiles tls,
        long readMillis,
        long writeMillis,
        int connectionsMax,
        int connectionsPerAddressMax) {

    /** How long a connection that was told why it ends may still send. */
    static final long LINGER_MILLIS = 2_000;

    /** What is read ahead of a request that is being answered; the longest request fits in. */
    static final int READ_AHEAD_MAX_BYTES = LineParser.SECRET_MAX_BYTES + (4 << 10);

    public LineOptions {
        if (readMillis <= 0 || writeMillis < 0) {
            throw new IllegalArgumentException("reading needs a deadline");
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
